// kind: function: a scope that lends the response to a callback
// expect: silent: the callbacks must not close, the scope does

package p

import (
	"encoding/json"
	"fmt"
	"net/http"
)

type Client struct {
	http *http.Client
	base string
}

func (c *Client) with(path string, f func(*http.Response) error) (err error) {
	resp, err := c.http.Get(c.base + path)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := resp.Body.Close(); err == nil {
			err = cerr
		}
	}()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", path, resp.Status)
	}
	return f(resp)
}

func (c *Client) ETag(path string) (tag string, err error) {
	err = c.with(path, func(r *http.Response) error {
		tag = r.Header.Get("ETag")
		return nil
	})
	return tag, err
}

func (c *Client) Load(path string, v any) error {
	var keep *http.Response
	err := c.with(path, func(r *http.Response) error {
		keep = r
		return json.NewDecoder(r.Body).Decode(v)
	})
	if err == nil && keep.ContentLength == 0 {
		err = fmt.Errorf("%s is empty", path)
	}
	return err
}
