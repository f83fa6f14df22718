// Package local has a helper that goes with all its calls, by one fix.
package local

import (
	"io"
	"net/http"
)

func get(c *http.Client, url string) (int, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer drainAndClose(resp) // want `^drainhelper: drainAndClose drains resp\.Body`
	return resp.StatusCode, nil
}

// drainAndClose reads what is left and closes.
func drainAndClose(resp *http.Response) { // want `^drainhelper: drainAndClose exists to drain response bodies`
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}
