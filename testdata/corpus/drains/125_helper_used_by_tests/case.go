// kind: helper that only a test calls
// expect: its name occurs in a _test.go file: it stays as a plain close, the test stays as it is

package case125

import (
	"io"
	"net/http"
)

func discard(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}

// Teapot is short and stout.
func Teapot(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusTeapot)
	_, _ = io.WriteString(w, "tip me over")
}
