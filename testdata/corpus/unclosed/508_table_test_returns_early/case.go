// kind: test: table tests
// expect: a row without a body returns before the Close

package p

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func testHandler(t *testing.T, h http.Handler) {
	rows := []struct {
		path string
		code int
		body string
	}{
		{"/", 200, "home"},
		{"/private", 403, ""},
		{"/missing", 404, ""},
	}
	srv := httptest.NewServer(h)
	defer srv.Close()
	for _, row := range rows {
		t.Run(row.path, func(t *testing.T) {
			resp, err := srv.Client().Get(srv.URL + row.path) // LEAK
			if err != nil {
				t.Fatal(err)
			}
			if resp.StatusCode != row.code {
				t.Errorf("got %d", resp.StatusCode)
			}
			if row.body == "" {
				return
			}
			b, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || string(b) != row.body {
				t.Errorf("got %q, %v", b, err)
			}
		})
	}
}
