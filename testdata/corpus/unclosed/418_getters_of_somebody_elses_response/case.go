// kind: function: getters
// expect: silent: a field, a map and an interface lend what others own

package p

import "net/http"

type Client struct {
	last *http.Response
	seen map[string]*http.Response
}

func (c *Client) Last() *http.Response { return c.last }

func (c *Client) Seen(u string) (*http.Response, bool) {
	r, ok := c.seen[u]
	return r, ok
}

type Result interface {
	Response() *http.Response
	Err() error
}

func (c *Client) Limit() string {
	if r := c.Last(); r != nil {
		return r.Header.Get("X-Rate-Limit")
	}
	return ""
}

func (c *Client) Fresh(u string) bool {
	r, ok := c.Seen(u)
	return ok && r.StatusCode == http.StatusOK
}

func Describe(r Result) string {
	if r.Err() != nil {
		return r.Err().Error()
	}
	return r.Response().Status
}
