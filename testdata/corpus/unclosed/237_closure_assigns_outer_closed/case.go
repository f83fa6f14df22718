// kind: owner: a variable that a literal assigns
// expect: silent: after the retries the outer function closes what is there

package p

import (
	"io"
	"net/http"
	"time"
)

func retry(n int, f func() error) (err error) {
	for i := range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return err
}

func Fetch(c *http.Client, u string) ([]byte, error) {
	var resp *http.Response
	err := retry(3, func() (err error) {
		resp, err = c.Get(u)
		return err
	})
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
