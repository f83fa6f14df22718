// kind: function: the client is a function value
// expect: a call of that shape yields an open response: closed in Get, left open in Alive

package p

import (
	"io"
	"net/http"
)

type Doer func(*http.Request) (*http.Response, error)

type Client struct {
	do  Doer
	get func(u string) (*http.Response, error)
}

func (c *Client) Get(u string) ([]byte, error) {
	resp, err := c.get(u)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func (c *Client) Alive(req *http.Request) bool {
	resp, err := c.do(req) // LEAK
	if err != nil {
		return false
	}
	return resp.StatusCode < 500
}
