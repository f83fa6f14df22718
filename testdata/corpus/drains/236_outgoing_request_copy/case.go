// kind: copy of an outgoing request body
// expect: an outgoing body is never ours: silent

package case236

import (
	"io"
	"net/http"
)

// spoolable wants to know whether a request body can be read twice.
func spoolable(req *http.Request) bool {
	if req.GetBody == nil {
		return false
	}
	for range 2 {
		body, err := req.GetBody()
		if err != nil {
			return false
		}
		io.Copy(io.Discard, body)
		body.Close()
	}
	return true
}

func abandon(req *http.Request) {
	if req.Body != nil && req.Body != http.NoBody {
		_, _ = io.Copy(io.Discard, req.Body)
		_ = req.Body.Close()
	}
}
