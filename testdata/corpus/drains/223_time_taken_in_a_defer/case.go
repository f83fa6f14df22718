// kind: a deferred function takes the time
// expect: the transfer is part of what is measured: silent

package case223

import (
	"io"
	"net/http"
	"time"
)

type histogram interface{ Observe(float64) }

func fetchTimed(c *http.Client, url string, seconds histogram) error {
	begin := time.Now()
	defer func() { seconds.Observe(time.Since(begin).Seconds()) }()
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return nil
}
