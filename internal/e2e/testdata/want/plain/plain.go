// Package plain has drains that go, each in another shape.
package plain

import (
	"fmt"
	"io"
	"net/http"
)

func statement(c *http.Client, url string) (int, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, fmt.Errorf("status: %w", err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `^manualdrain: resp\.Body is drained by hand \(io\.Copy\)`
	return resp.StatusCode, nil
}

func limited(c *http.Client, url string) error {
	resp, err := c.Head(url)
	if err != nil {
		return err
	}
	// Read the rest, so that the connection can be reused.
	_, _ = io.CopyN(io.Discard, resp.Body, 64<<10) // want `^deaddrain: resp\.Body is drained \(io\.CopyN\), but the response to HEAD ha`
	return resp.Body.Close()
}

func deferred(c *http.Client, url string) (string, error) {
	resp, err := c.Get(url)
	if err != nil {
		return "", err
	}
	defer func() {
		_, _ = io.Copy(io.Discard, resp.Body) // want `^manualdrain: resp\.Body is drained by hand \(io\.Copy\)`
		_ = resp.Body.Close()
	}()
	return resp.Header.Get("ETag"), nil
}
