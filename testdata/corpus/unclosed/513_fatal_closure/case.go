// kind: test: the fatal helper is a local literal, the reader a helper that closes
// expect: silent

package p

import (
	"io"
	"net/http"
	"testing"
)

func testFlow(t *testing.T, c *http.Client, base string) {
	must := func(resp *http.Response, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if got := must(c.Get(base + "/a")); got != "a" {
		t.Errorf("a: %q", got)
	}
	fail := func(what string) { t.Fatalf("%s %s", base, what) }
	resp, err := c.Get(base + "/b")
	if err != nil {
		fail("can't be reached")
	}
	if resp.StatusCode != http.StatusOK {
		fail(resp.Status)
	}
	_ = resp.Body.Close()
}
