// kind: test: responses of a recorder
// expect: silent: they are in memory, also when a helper returns them

package p

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func serve(h http.Handler, method, path string) *http.Response {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	return w.Result()
}

func testMux(t *testing.T, h http.Handler) {
	if got := serve(h, http.MethodGet, "/").StatusCode; got != http.StatusOK {
		t.Errorf("root: %d", got)
	}
	res := serve(h, http.MethodPost, "/form")
	if b, _ := io.ReadAll(res.Body); len(b) != 0 {
		t.Errorf("form: %q", b)
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/old", nil))
	if loc, err := rec.Result().Location(); err != nil || loc.Path != "/new" {
		t.Errorf("old: %v, %v", loc, err)
	}
}
