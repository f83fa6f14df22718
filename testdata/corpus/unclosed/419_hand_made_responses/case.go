// kind: function: responses made in memory
// expect: silent: NoBody, a string reader, no Body at all

package p

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

func canned(code int, text string) *http.Response {
	return &http.Response{
		StatusCode: code,
		Status:     fmt.Sprintf("%d %s", code, http.StatusText(code)),
		Body:       io.NopCloser(strings.NewReader(text)),
	}
}

type offline struct{}

func (offline) RoundTrip(req *http.Request) (*http.Response, error) {
	switch req.URL.Path {
	case "/":
		return canned(http.StatusOK, "offline"), nil
	case "/healthz":
		return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
	}
	return &http.Response{StatusCode: http.StatusNotFound}, nil
}

func Demo(req *http.Request) (string, error) {
	if canned(200, "x").StatusCode != 200 {
		return "", nil
	}
	resp, err := offline{}.RoundTrip(req)
	if err != nil {
		return "", err
	}
	return resp.Status, nil
}
