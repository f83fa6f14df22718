// kind: recorder held in an interface variable
// expect: still a recorder: silent

package case208

import (
	"io"
	"net/http"
	"net/http/httptest"
)

type recorder interface {
	http.ResponseWriter
	Result() *http.Response
}

func contentType(h http.Handler, path string) string {
	var rec recorder = httptest.NewRecorder()
	h.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	res := rec.Result()
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.Header.Get("Content-Type")
}
