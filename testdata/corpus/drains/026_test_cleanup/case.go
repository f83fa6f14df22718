// kind: drain in t.Cleanup
// expect: test helper in a normal file: report, only the drain goes

package case026

import (
	"io"
	"net/http"
	"testing"
)

// MustGet fetches a page of the server under test.
func MustGet(t *testing.T, c *http.Client, url string) *http.Response {
	t.Helper()
	resp, err := c.Get(url)
	if err != nil {
		t.Fatalf("get %s: %v", url, err)
	}
	t.Cleanup(func() {
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	})
	return resp
}
