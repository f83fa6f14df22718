// Package rest has small helpers around responses.
package rest

import (
	"fmt"
	"io"
	"net/http"
	"slices"
)

// Done may be called with nil.
func Done(resp *http.Response) { // DRAIN
	if resp != nil && resp.Body != nil {
		_, _ = io.CopyN(io.Discard, resp.Body, 1<<13)
		_ = resp.Body.Close()
	}
}

// Check returns an error unless the status is one of those wanted.
func Check(resp *http.Response, want ...int) error {
	if slices.Contains(want, resp.StatusCode) {
		return nil
	}
	return fmt.Errorf("%s: %s", resp.Request.URL, resp.Status)
}
