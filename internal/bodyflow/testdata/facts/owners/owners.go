// Package owners has functions that take, close and return bodies. // want package:"reaches net/http"
package owners

import (
	"errors"
	"io"
	"net/http"
)

func Get(u string) (*http.Response, error) { // want Get:"result 0 is an open response"
	resp, err := http.Get(u)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		resp.Body.Close()
		return nil, errors.New(resp.Status)
	}
	return resp, nil
}

func Both(u string) (*http.Response, error) { // want Both:"result 0 is an open response, also with an error"
	resp, err := http.Get(u)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		return resp, errors.New(resp.Status)
	}
	return resp, nil
}

func Open(u string) (io.ReadCloser, error) { // want Open:"result 0 is an open body"
	resp, err := Get(u)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func Read(u string) ([]byte, error) {
	body, err := Open(u)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return io.ReadAll(body)
}

func Close(resp *http.Response) { // want Close:"arg 0 as response: closed"
	resp.Body.Close()
}

func CloseIfBad(resp *http.Response) error { // want CloseIfBad:"arg 0 as response: open, result 0 is nil or closed, result 0 is not nil"
	if resp.StatusCode >= 400 {
		resp.Body.Close()
		return errors.New(resp.Status)
	}
	return nil
}

func Status(resp *http.Response) string { // want Status:"arg 0 as response: open"
	return resp.Status
}

func Pass[T any](v T, err error) T { // want Pass:"asserts that param 1 is nil; arg 0 as response: open, returned as result 0 .response., result 0 is not nil; arg 0 as body: open, returned as result 0 .body., result 0 is not nil"
	if err != nil {
		panic(err)
	}
	return v
}

type Reply struct{ *http.Response }

func (r *Reply) Close() error { // want Close:"arg 0..Response as response: closed"
	return r.Body.Close()
}

func Ask(u string) (*Reply, error) { // want Ask:"result 0..Response is an open response"
	resp, err := http.Get(u)
	if err != nil {
		return nil, err
	}
	return &Reply{resp}, nil
}

// Keep stores it: whoever has the variable owns it, which is the default.
func Keep(resp *http.Response) { kept = resp }

var kept *http.Response
