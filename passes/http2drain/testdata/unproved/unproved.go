// Package unproved has a drain whose fix must be asked for.
package unproved

import (
	"io"
	"net/http"
)

func get(url string) error {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	c := &http.Client{Transport: &http.Transport{Protocols: p}}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return nil
}
