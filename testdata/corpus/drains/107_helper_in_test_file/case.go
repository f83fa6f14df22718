// kind: helper with a variadic logger in a _test.go file
// expect: diagnostics yes, automatic fix no

package case107

import "net/http"

// Handler answers every request with its path.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(r.URL.Path))
	})
}
