// Package both has bodies that are drained and never closed. For Go 1.27 the
// fix of a drain becomes the missing Close.
package both

import (
	"io"
	"net/http"
)

// The fix of the drain closes.
func drained(u string) (int, error) {
	resp, err := http.Get(u) // want `never closed`
	if err != nil {
		return 0, err
	}
	io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, nil
}

// The fix of the helper closes.
func helped(u string) (int, error) {
	resp, err := http.Get(u) // want `never closed`
	if err != nil {
		return 0, err
	}
	swallow(resp)
	return resp.StatusCode, nil
}

func swallow(resp *http.Response) {
	io.Copy(io.Discard, resp.Body)
}

// The drain stays, since somebody has said so, and so the Close is for the
// leak's fix to put in.
func kept(u string) (int, error) {
	resp, err := http.Get(u) // want `never closed`
	if err != nil {
		return 0, err
	}
	//lint:ignore manualdrain the proxy between wants it read
	io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, nil
}

// The drain that acts on its error is none that a fix takes away.
func used(u string) (int, error) {
	resp, err := http.Get(u) // want `never closed`
	if err != nil {
		return 0, err
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
