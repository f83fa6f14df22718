// kind: path: goto as a retry loop
// expect: the response of a throttled try is overwritten by the next one

package p

import (
	"io"
	"net/http"
	"time"
)

func Download(c *http.Client, u string, w io.Writer) error {
	tries := 0
again:
	tries++
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return err
	}
	if resp.StatusCode == http.StatusTooManyRequests && tries < 5 {
		time.Sleep(time.Duration(tries) * time.Second)
		goto again
	}
	defer resp.Body.Close()
	_, err = io.Copy(w, resp.Body)
	return err
}
