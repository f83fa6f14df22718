// kind: owner: sync.WaitGroup.Go
// expect: the request is made in the goroutine, which returns on a bad status without a Close

package p

import (
	"io"
	"net/http"
	"sync"
)

func Prefetch(c *http.Client, urls []string, store func(string, []byte)) {
	var wg sync.WaitGroup
	for _, u := range urls {
		wg.Go(func() {
			resp, err := c.Get(u) // LEAK
			if err != nil || resp.StatusCode != http.StatusOK {
				return
			}
			defer resp.Body.Close()
			if b, err := io.ReadAll(resp.Body); err == nil {
				store(u, b)
			}
		})
	}
	wg.Wait()
}
