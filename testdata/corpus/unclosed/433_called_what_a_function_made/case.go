// kind: function: the function that is called was made by another one
// expect: a canned response needs no Close, a real one does

package p

import (
	"io"
	"net/http"
	"strings"
)

func canned(code int, body string) func(*http.Request) (*http.Response, error) {
	return func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: code, Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
	}
}

func through(c *http.Client) func(*http.Request) (*http.Response, error) {
	return func(req *http.Request) (*http.Response, error) {
		req.Header.Set("X-Trace", "1")
		return c.Do(req)
	}
}

func fakeStatus(req *http.Request) (int, error) {
	resp, err := canned(200, "ok")(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func realStatus(c *http.Client, req *http.Request) (int, error) {
	resp, err := through(c)(req) // LEAK
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func localFake(req *http.Request, log func(string)) (int, error) {
	do := func(*http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 204, Body: http.NoBody}, nil
	}
	defer func() { _ = do; log("done") }()
	resp, err := do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
