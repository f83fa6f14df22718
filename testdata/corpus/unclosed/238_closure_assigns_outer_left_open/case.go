// kind: owner: a variable that a literal assigns
// expect: the outer function returns on a bad status before its defer

package p

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

func timed(name string, f func() error) error {
	start := time.Now()
	err := f()
	fmt.Println(name, time.Since(start))
	return err
}

func Fetch(c *http.Client, u string) ([]byte, error) {
	var resp *http.Response
	err := timed("fetch", func() error {
		var err error
		resp, err = c.Get(u) // LEAK
		return err
	})
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("fetch: %s", resp.Status)
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
