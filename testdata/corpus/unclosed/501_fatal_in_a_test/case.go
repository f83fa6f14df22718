// kind: test: t.Fatal, t.FailNow and t.Skip end the test
// expect: silent

package p

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func testGreeting(t *testing.T, h http.Handler) {
	srv := httptest.NewServer(h)
	defer srv.Close()
	resp, err := http.Get(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode == http.StatusNotImplemented {
		t.Skip("not in this build")
	}
	if resp.StatusCode != http.StatusOK {
		t.Logf("%v", resp.Header)
		t.FailNow()
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("read: %v", err)
	}
	resp.Body.Close()
	if string(b) != "hello" {
		t.Fatalf("got %q", b)
	}
}
