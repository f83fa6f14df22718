// Package leaks has bodies that stay open on some path.
package leaks

import (
	"errors"
	"io"
	"net/http"
)

func never(c *http.Client, url string) (int, error) {
	resp, err := c.Get(url) // want `^unclosedbody: response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func onePath(c *http.Client, url string) ([]byte, error) {
	resp, err := c.Get(url) // want `^unclosedbody: response body of resp is not closed when the function return`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func overwritten(c *http.Client, url string) (*http.Response, error) {
	resp, err := c.Get(url) // want `^unclosedbody: response body of resp is never closed`
	for range 3 {
		if err != nil {
			return nil, err
		}
		resp, err = c.Get(url) // want `^unclosedbody: response body of resp is not closed when the function return`
	}
	return resp, err
}
