// kind: drain in a worker goroutine that owns its response
// expect: nobody else reads that body: report, the closure becomes defer Close

package case044

import (
	"io"
	"net/http"
	"sync"
)

// statuses asks all addresses at the same time.
func statuses(c *http.Client, urls []string) []int {
	codes := make([]int, len(urls))
	var wg sync.WaitGroup
	for i, u := range urls {
		wg.Go(func() {
			resp, err := c.Get(u)
			if err != nil {
				return
			}
			defer func() {
				io.Copy(io.Discard, resp.Body) // DRAIN
				resp.Body.Close()
			}()
			codes[i] = resp.StatusCode
		})
	}
	wg.Wait()
	return codes
}
