// kind: response made by hand
// expect: its body is a string: silent

package case209

import (
	"io"
	"net/http"
	"strings"
)

func refused(req *http.Request, why string) *http.Response {
	return &http.Response{
		StatusCode: http.StatusForbidden,
		Header:     http.Header{"Content-Type": {"text/plain"}},
		Body:       io.NopCloser(strings.NewReader(why)),
		Request:    req,
	}
}

func selfTest(req *http.Request) int {
	resp := refused(req, "not today")
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	return resp.StatusCode
}
