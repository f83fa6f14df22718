// kind: path: recursion before the Close
// expect: Follow leaves the redirect's own body open, Chase closes it first

package p

import (
	"errors"
	"io"
	"net/http"
)

var errTooMany = errors.New("too many redirects")

func Follow(c *http.Client, u string, left int) ([]byte, error) {
	if left == 0 {
		return nil, errTooMany
	}
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	if loc, err := resp.Location(); err == nil {
		return Follow(c, loc.String(), left-1)
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func Chase(c *http.Client, u string, left int) ([]byte, error) {
	if left == 0 {
		return nil, errTooMany
	}
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	if loc, err := resp.Location(); err == nil {
		resp.Body.Close()
		return Chase(c, loc.String(), left-1)
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
