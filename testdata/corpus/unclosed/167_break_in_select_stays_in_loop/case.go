// kind: path: break inside select leaves only the select
// expect: silent: it goes no further than the Close below the select

package p

import (
	"net/http"
	"time"
)

func WaitReady(c *http.Client, u string, stop <-chan struct{}) bool {
	for {
		resp, err := c.Get(u)
		if err != nil {
			return false
		}
		ready := resp.StatusCode == http.StatusOK
		select {
		case <-stop:
			break
		case <-time.After(100 * time.Millisecond):
		}
		resp.Body.Close()
		if ready {
			return true
		}
	}
}
