// kind: drain in a func(http.RoundTripper) http.RoundTripper
// expect: a middleware does not know what is below it: report, no fix

package case320

import (
	"io"
	"net/http"
)

type tripper func(*http.Request) (*http.Response, error)

func (t tripper) RoundTrip(req *http.Request) (*http.Response, error) { return t(req) }

// Fallback sends to the next host what the first does not know.
func Fallback(host string) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		return tripper(func(req *http.Request) (*http.Response, error) {
			resp, err := next.RoundTrip(req)
			if err != nil || resp.StatusCode != http.StatusNotFound {
				return resp, err
			}
			io.Copy(io.Discard, resp.Body) // DRAIN
			resp.Body.Close()
			second := req.Clone(req.Context())
			second.URL.Host = host
			return next.RoundTrip(second)
		})
	}
}
