// kind: owners: an interface whose implementations make responses by hand
// expect: nothing where no request is behind the response; what is given a request sends it

package p

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

type codec interface {
	Encode(v any) (*http.Response, error)
}

type jsonCodec struct{ indent string }

func (c jsonCodec) Encode(v any) (*http.Response, error) {
	b, err := json.MarshalIndent(v, "", c.indent)
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(b)), ContentLength: int64(len(b))}, nil
}

type textCodec struct{}

func (textCodec) Encode(v any) (*http.Response, error) {
	resp := &http.Response{StatusCode: http.StatusOK}
	resp.Body = io.NopCloser(bytes.NewBufferString(fmt.Sprint(v)))
	return resp, nil
}

func encoded(c codec, v any) (int64, error) {
	resp, err := c.Encode(v)
	if err != nil {
		return 0, err
	}
	return resp.ContentLength, nil
}

// One of the implementations asks a server.
type source interface {
	Fetch(name string) (*http.Response, error)
}

type memory struct{ text string }

func (m memory) Fetch(string) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewBufferString(m.text))}, nil
}

type remote struct{ c *http.Client }

func (r remote) Fetch(name string) (*http.Response, error) { return r.c.Get("http://files/" + name) }

func fetched(s source) (int, error) {
	resp, err := s.Fetch("x") // LEAK
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

// A fake that makes its responses is one of many that are given a request.
type doer interface {
	Do(req *http.Request) (*http.Response, error)
}

type refusing struct{}

func (refusing) Do(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusTeapot, Body: http.NoBody}, nil
}

func done(d doer, req *http.Request) (int, error) {
	resp, err := d.Do(req) // LEAK
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
