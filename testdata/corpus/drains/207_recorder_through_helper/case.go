// kind: recorded response from a test helper
// expect: a recorder has no connection: silent

package case207

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// do serves one request without a network.
func do(h http.Handler, method, path string) *http.Response {
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(method, path, nil))
	return rec.Result()
}

func wantStatus(t *testing.T, h http.Handler, path string, code int) {
	t.Helper()
	resp := do(h, http.MethodGet, path)
	defer func() {
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}()
	if resp.StatusCode != code {
		t.Errorf("%s: got %d, want %d", path, resp.StatusCode, code)
	}
}
