// kind: owner: a channel
// expect: silent: the workers close what they receive

package p

import (
	"io"
	"net/http"
	"sync"
)

func Copy(c *http.Client, urls []string, w io.Writer) {
	bodies := make(chan io.ReadCloser)
	var (
		wg sync.WaitGroup
		mu sync.Mutex
	)
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for b := range bodies {
				mu.Lock()
				_, _ = io.Copy(w, b)
				mu.Unlock()
				_ = b.Close()
			}
		}()
	}
	for _, u := range urls {
		resp, err := c.Get(u)
		if err != nil {
			continue
		}
		bodies <- resp.Body
	}
	close(bodies)
	wg.Wait()
}
