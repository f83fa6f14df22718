// kind: test: t.Errorf doesn't end the test
// expect: the return after it leaves the body open

package p

import (
	"io"
	"net/http"
	"testing"
)

func testETag(t *testing.T, c *http.Client, u string) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		t.Fatal(err)
	}
	if resp.Header.Get("ETag") == "" {
		t.Errorf("no ETag from %s", u)
		return
	}
	defer resp.Body.Close()
	if _, err := io.ReadAll(resp.Body); err != nil {
		t.Error(err)
	}
}
