// kind: drain of a response of http.DefaultTransport
// expect: net/http's own transport called by hand: report, the line goes

package case037

import (
	"errors"
	"io"
	"net/http"
)

// target returns where url redirects to, without going there.
func target(url string) (string, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return "", err
	}
	io.Copy(io.Discard, resp.Body) // DRAIN
	resp.Body.Close()
	to := resp.Header.Get("Location")
	if to == "" {
		return "", errors.New("no redirect")
	}
	return to, nil
}
