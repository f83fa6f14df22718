// Package unread closes bodies of which something is left.
package unread

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
)

func status(c *http.Client, url string) (int, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close() // want `the body is closed and nothing has read it: Go before 1.27 closes the connection, too; Go 1.27 drains it, and so does the drain package of bodyvet`
	return resp.StatusCode, nil
}

func inPlace(c *http.Client, url string) bool {
	resp, err := c.Get(url)
	if err != nil {
		return false
	}
	ok := resp.StatusCode == http.StatusOK
	_ = resp.Body.Close() // want `the body is closed and nothing has read it`
	return ok
}

func early(c *http.Client, url string) ([]byte, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close() // want `the body is closed on some path on which nothing has read it \(the return at line 38\): Go before 1.27 closes the connection, too`
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func decoder(c *http.Client, url string, v any) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close() // want `the body is closed where a decoder stopped, which may be before its end: then Go before 1.27 closes the connection, too`
	return json.NewDecoder(resp.Body).Decode(v)
}

func xmlDecoder(c *http.Client, url string, v any) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	dec := xml.NewDecoder(resp.Body)
	err = dec.Decode(v)
	resp.Body.Close() // want `where a decoder stopped`
	return err
}

func both(c *http.Client, url string, v any) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer func() {
		resp.Body.Close() // want `nothing has read it`
	}()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(v)
}
