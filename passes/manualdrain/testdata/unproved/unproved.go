// Package unproved has a drain whose proof is open.
package unproved

import (
	"io"
	"net/http"
)

type logging struct{ next http.RoundTripper }

func (l logging) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusUnauthorized {
		return resp, nil
	}
	io.Copy(io.Discard, resp.Body) // want `drained by hand \(io\.Copy\)`
	resp.Body.Close()
	return l.next.RoundTrip(req)
}
