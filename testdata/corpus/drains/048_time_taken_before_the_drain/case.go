// kind: drain in a deferred closure, time taken earlier
// expect: the clock stops before the drain runs: report, the closure becomes defer Close

package case048

import (
	"io"
	"net/http"
	"time"
)

// firstByte measures how long the headers take.
func firstByte(c *http.Client, url string) (time.Duration, error) {
	start := time.Now()
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	took := time.Since(start)
	defer func() {
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	return took, nil
}
