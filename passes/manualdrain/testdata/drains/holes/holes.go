// Package holes has drains that are reported without a fix.
package holes

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
	io.Copy(io.Discard, resp.Body) // want `by itself; no automatic fix: the code is part of a RoundTripper, whose inner transport may not drain$`
	resp.Body.Close()
	return l.next.RoundTrip(req)
}

func sometimesClosed(url string, keep bool) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, resp.Body) // want `no automatic fix: the body isn't closed on every path after the drain$`
	if !keep {
		resp.Body.Close()
	}
	return nil
}

func retriedAtOnce(url string) error {
	for {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		if resp.StatusCode == http.StatusOK {
			return resp.Body.Close()
		}
		io.Copy(io.Discard, resp.Body) // want `no automatic fix: the next request follows at once in the same loop$`
		resp.Body.Close()
	}
}
