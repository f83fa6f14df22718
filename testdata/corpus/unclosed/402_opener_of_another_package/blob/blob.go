// Package blob reads blobs over HTTP.
package blob

import (
	"fmt"
	"io"
	"net/http"
)

// Open returns the content. The caller closes it.
func Open(c *http.Client, u string) (io.ReadCloser, int64, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, 0, fmt.Errorf("blob: %w", err)
	}
	if resp.StatusCode >= 300 {
		resp.Body.Close()
		return nil, 0, fmt.Errorf("blob: %s", resp.Status)
	}
	return resp.Body, resp.ContentLength, nil
}

// Exists reports whether the server has the blob.
func Exists(c *http.Client, u string) bool {
	rc, _, err := Open(c, u)
	if err != nil {
		return false
	}
	return rc.Close() == nil
}
