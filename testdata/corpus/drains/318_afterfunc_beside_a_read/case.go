// kind: drain in an AfterFunc beside a read
// expect: the timer can fire during the read: report, no fix

package case318

import (
	"io"
	"net/http"
	"time"
)

func within(c *http.Client, url string, d time.Duration) ([]byte, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	t := time.AfterFunc(d, func() {
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	})
	defer t.Stop()
	return io.ReadAll(resp.Body)
}
