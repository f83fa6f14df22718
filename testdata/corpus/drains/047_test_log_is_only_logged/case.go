// kind: drain whose error goes to t.Log
// expect: Logf does not fail the test: report, the if goes

package case047

import (
	"io"
	"net/http"
	"testing"
)

// Warm fills the cache of the server under test.
func Warm(t *testing.T, c *http.Client, url string) {
	t.Helper()
	resp, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil { // DRAIN
		t.Logf("warming %s: %v", url, err)
	}
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("warming %s: %s", url, resp.Status)
	}
}
