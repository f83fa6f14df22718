// Package madebyhand has transports that make their responses themselves.
package madebyhand

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func text(s string) *http.Response {
	return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(s))}
}

func function(req *http.Request) (int, error) {
	c := &http.Client{Transport: roundTripper(func(*http.Request) (*http.Response, error) {
		return text("hello"), nil
	})}
	resp, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

// The function that the transport runs makes a request.
func forwards(req *http.Request) (int, error) {
	c := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		return http.DefaultTransport.RoundTrip(r)
	})}
	resp, err := c.Do(req) // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

type canned struct{ status int }

func (c *canned) RoundTrip(*http.Request) (*http.Response, error) {
	if c.status == 0 {
		return nil, errors.New("no connection")
	}
	resp := &http.Response{StatusCode: c.status, Body: http.NoBody}
	return resp, nil
}

func clientOf(rt http.RoundTripper) *http.Client { return &http.Client{Transport: rt} }

func method(u string) (int, error) {
	resp, err := clientOf(&canned{200}).Get(u)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func inside(u string) (int, error) {
	resp, err := clientOf(http.DefaultTransport).Get(u) // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

// wrapper hands responses on, be they what they are.
type wrapper struct{ next http.RoundTripper }

func (w wrapper) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("X-Wrapped", "yes")
	return w.next.RoundTrip(req)
}

func wrapped(req *http.Request) (int, error) {
	resp, err := wrapper{&canned{200}}.RoundTrip(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func wrappedReal(req *http.Request) (int, error) {
	resp, err := wrapper{http.DefaultTransport}.RoundTrip(req) // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

// mock has its function in a field; all that are put there make responses.
type mock struct {
	do func(*http.Request) (*http.Response, error)
}

func (m *mock) RoundTrip(req *http.Request) (*http.Response, error) { return m.do(req) }

func inField(req *http.Request) (int, error) {
	m := &mock{do: func(r *http.Request) (*http.Response, error) {
		rec := httptest.NewRecorder()
		http.NotFound(rec, r)
		return rec.Result(), nil
	}}
	c := &http.Client{Transport: m}
	resp, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

// This one may be either.
type either struct {
	do func(*http.Request) (*http.Response, error)
}

func (e *either) RoundTrip(req *http.Request) (*http.Response, error) { return e.do(req) }

func mixed(req *http.Request, offline bool) (int, error) {
	e := &either{do: http.DefaultTransport.RoundTrip}
	if offline {
		e.do = func(*http.Request) (*http.Response, error) { return text("offline"), nil }
	}
	resp, err := e.RoundTrip(req) // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

// service has a client that tests replace.
type service struct{ client *http.Client }

func newService(c *http.Client) *service {
	if c == nil {
		c = http.DefaultClient
	}
	return &service{client: c}
}

func (s *service) get(u string) (*http.Response, error) { return s.client.Get(u) }

func (s *service) status(u string) (int, error) {
	resp, err := s.get(u) // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
