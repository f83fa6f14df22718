// kind: benchmark that runs in parallel
// expect: a function with a *testing.B: silent

package case233

import (
	"io"
	"net/http"
	"testing"
)

func benchParallel(b *testing.B, c *http.Client, url string) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			resp, err := c.Get(url)
			if err != nil {
				b.Error(err)
				return
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
	})
}
