// kind: server middleware that drains a request body
// expect: a server's request is never ours: silent

package case201

import (
	"io"
	"net/http"
)

// Limit answers too large uploads itself and reads what is left of them.
func Limit(most int64, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > most {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			defer r.Body.Close()
			_, _ = io.CopyN(io.Discard, r.Body, most)
			return
		}
		defer func() {
			_, _ = io.Copy(io.Discard, r.Body)
			r.Body.Close()
		}()
		next.ServeHTTP(w, r)
	})
}
