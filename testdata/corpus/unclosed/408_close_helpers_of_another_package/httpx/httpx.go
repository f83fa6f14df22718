// Package httpx has small helpers round net/http.
package httpx

import (
	"io"
	"net/http"
)

// Discard closes the body of a response that may be nil.
func Discard(resp *http.Response) {
	if resp == nil || resp.Body == nil {
		return
	}
	_ = resp.Body.Close()
}

// Skip reads what is left of a response.
func Skip(resp *http.Response) (int64, error) {
	return io.Copy(io.Discard, resp.Body)
}

// Status closes the body and returns the code.
func Status(resp *http.Response, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}
