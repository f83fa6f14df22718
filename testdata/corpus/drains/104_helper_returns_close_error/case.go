// kind: helper whose result is the Close error alone
// expect: calls used as a value become Close used as a value, the helper goes

package case104

import (
	"fmt"
	"io"
	"net/http"
)

type shelf struct {
	c    *http.Client
	base string
}

// release reads what is left and returns the error of the close.
func release(body io.ReadCloser) error { // DRAIN
	_, _ = io.Copy(io.Discard, body)
	return body.Close()
}

func (s shelf) has(isbn string) (bool, error) {
	resp, err := s.c.Head(s.base + isbn)
	if err != nil {
		return false, err
	}
	if err := release(resp.Body); err != nil { // DRAIN
		return false, fmt.Errorf("shelf: %w", err)
	}
	return resp.StatusCode == http.StatusOK, nil
}

func (s shelf) lend(isbn string) error {
	resp, err := s.c.Post(s.base+isbn+"/lend", "", nil)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		_ = release(resp.Body) // DRAIN
		return fmt.Errorf("lend %s: %s", isbn, resp.Status)
	}
	return release(resp.Body) // DRAIN
}
