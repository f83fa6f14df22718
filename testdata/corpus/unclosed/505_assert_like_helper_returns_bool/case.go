// kind: test: an assertion that returns whether it held
// expect: silent: false means an error, and then there is no response

package p

import (
	"net/http"
	"testing"
)

func noErr(t *testing.T, err error) bool {
	t.Helper()
	if err != nil {
		t.Errorf("unexpected: %v", err)
		return false
	}
	return true
}

func testRoot(t *testing.T, c *http.Client, u string) {
	resp, err := c.Get(u)
	if noErr(t, err) {
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			t.Error(resp.Status)
		}
	}
}

func testEach(t *testing.T, c *http.Client, urls []string) {
	for _, u := range urls {
		resp, err := c.Get(u)
		if !noErr(t, err) {
			continue
		}
		if resp.ContentLength < 0 {
			t.Errorf("%s: no length", u)
		}
		resp.Body.Close()
	}
}
