// Package returned hands out bodies that nobody can read.
package returned

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"time"

	"x/lib"
)

func response(c *http.Client, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel() // want `the deferred cancel ends the request whose body is returned at line 21: reading it ends in "context canceled"`
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func body(c *http.Client, req *http.Request) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel() // want `the deferred cancel ends the request whose body is returned`
	req = req.Clone(ctx)
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, io.EOF
	}
	return resp.Body, nil
}

type stream struct {
	io.Reader
	body io.Closer
}

func wrapped(c *http.Client, req *http.Request) (*stream, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel() // want `the deferred cancel ends the request whose body is returned`
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return &stream{bufio.NewReader(resp.Body), resp.Body}, nil
}

func inClosure(c *http.Client, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	defer func() { cancel() }() // want `this cancel ends the request whose body is returned`
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	return resp, nil
}

func conditional(c *http.Client, req *http.Request, d time.Duration) (*http.Response, error) {
	ctx := req.Context()
	if d > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		defer cancel() // want `the deferred cancel ends the request whose body is returned`
	}
	return c.Do(req.WithContext(ctx))
}

func throughOther(c *lib.Client, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel() // want `the deferred cancel ends the request whose body is returned`
	return c.Get(ctx, url)
}

func newRequest(url string) (*http.Request, context.CancelFunc, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	return req, cancel, err
}

func builtElsewhere(c *http.Client, url string) (*http.Response, error) {
	req, cancel, err := newRequest(url)
	if err != nil {
		return nil, err
	}
	defer cancel() // want `the deferred cancel ends the request whose body is returned`
	return c.Do(req)
}

// limited wraps a transport that somebody sets: net/http's own, most likely.
type limited struct{ base http.RoundTripper }

func (l limited) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel() // want `the deferred cancel ends the request whose body is returned`
	return l.base.RoundTrip(req.WithContext(ctx))
}

func own(req *http.Request) (*http.Response, error) {
	rt := http.DefaultTransport
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel() // want `the deferred cancel ends the request whose body is returned`
	return rt.RoundTrip(req.WithContext(ctx))
}
