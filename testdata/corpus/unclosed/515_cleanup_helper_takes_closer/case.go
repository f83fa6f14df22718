// kind: test: a helper that registers a cleanup for what it gets
// expect: silent

package p

import (
	"io"
	"net/http"
	"testing"
)

func closeLater(tb testing.TB, c io.Closer) {
	tb.Helper()
	tb.Cleanup(func() {
		if err := c.Close(); err != nil {
			tb.Errorf("close: %v", err)
		}
	})
}

func testPages(t *testing.T, c *http.Client, base string, pages ...string) {
	for _, p := range pages {
		resp, err := c.Get(base + p)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		closeLater(t, resp.Body)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", p, resp.Status)
			return
		}
	}
}
