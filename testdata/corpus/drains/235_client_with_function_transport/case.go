// kind: client whose transport is a function
// expect: no connection behind it: silent

package case235

import (
	"io"
	"net/http"
	"strings"
)

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

var canned = &http.Client{Transport: roundTripFunc(func(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK,
		Body:       io.NopCloser(strings.NewReader(r.URL.Path)),
		Request:    r,
	}, nil
})}

func exercise(path string) (int, error) {
	resp, err := canned.Get("http://nowhere" + path)
	if err != nil {
		return 0, err
	}
	defer func() {
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}()
	return resp.StatusCode, nil
}
