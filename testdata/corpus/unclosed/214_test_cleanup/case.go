// kind: owner: testing's Cleanup
// expect: silent: in a helper, through the interface, and inline

package p

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func open(tb testing.TB, c *http.Client, u string) *http.Response {
	tb.Helper()
	resp, err := c.Get(u)
	if err != nil {
		tb.Fatalf("get %s: %v", u, err)
	}
	tb.Cleanup(func() {
		if err := resp.Body.Close(); err != nil {
			tb.Log(err)
		}
	})
	return resp
}

func testIndex(t *testing.T, h http.Handler) {
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	if resp := open(t, srv.Client(), srv.URL); resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
	}
	resp, err := srv.Client().Get(srv.URL + "/robots.txt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { resp.Body.Close() })
	if resp.ContentLength == 0 {
		t.Error("robots.txt is empty")
	}
}
