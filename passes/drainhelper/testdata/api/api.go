// Package api has an exported helper, whose body becomes the plain Close.
package api

import (
	"io"
	"net/http"
)

// Finish ends a response.
func Finish(resp *http.Response) { // want `Finish exists to drain`
	if resp == nil {
		return
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func beforeTheErrorCheck(url string) error {
	resp, err := http.Get(url)
	defer Finish(resp) // want `Finish drains resp\.Body.*; no automatic fix: it goes with the fix of Finish$`
	return err
}
