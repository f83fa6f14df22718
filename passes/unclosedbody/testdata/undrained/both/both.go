// Package both has bodies that are drained and never closed. Before Go 1.27 the
// drain stays.
package both

import (
	"io"
	"net/http"
)

// The drain has no fix.
func drained(u string) (int, error) {
	resp, err := http.Get(u) // want `never closed`
	if err != nil {
		return 0, err
	}
	io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, nil
}

// The helper has no fix.
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

// Nothing changes for a drain that is to stay anyhow.
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
