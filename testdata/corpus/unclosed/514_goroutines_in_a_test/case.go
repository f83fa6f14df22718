// kind: test: requests in goroutines
// expect: t.Error in the goroutine goes on; the status test leaves the body open

package p

import (
	"net/http"
	"sync"
	"testing"
)

func testParallel(t *testing.T, c *http.Client, u string) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			resp, err := c.Get(u) // LEAK
			if err != nil {
				t.Error(err)
				return
			}
			if resp.StatusCode != http.StatusOK {
				t.Errorf("status %d", resp.StatusCode)
			}
		}()
	}
	wg.Wait()
}

func testParallelClosed(t *testing.T, c *http.Client, u string) {
	errs := make(chan error)
	for range 8 {
		go func() {
			resp, err := c.Get(u)
			if err == nil {
				err = resp.Body.Close()
			}
			errs <- err
		}()
	}
	for range 8 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
