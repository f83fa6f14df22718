// kind: drain in a select case
// expect: another worker was faster: report, the line goes

package case028

import (
	"io"
	"net/http"
)

func offer(c *http.Client, url string, out chan<- *http.Response, won <-chan struct{}) {
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	select {
	case out <- resp:
	case <-won:
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}
}
