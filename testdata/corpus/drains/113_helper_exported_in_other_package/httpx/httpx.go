// Package httpx holds what the clients of this module share.
package httpx

import (
	"io"
	"net/http"
	"time"
)

// New returns a client with the timeouts that we use everywhere.
func New() *http.Client { return &http.Client{Timeout: 30 * time.Second} }

// Finish ends the use of a response.
func Finish(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}
