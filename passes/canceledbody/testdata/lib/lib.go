// Package lib makes requests for others.
package lib

import (
	"context"
	"net/http"
)

type Client struct{ HTTP *http.Client }

// Get makes its request with ctx.
func (c *Client) Get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req = req.WithContext(ctx)
	return c.HTTP.Do(req)
}

// Detached makes its request with a context of its own.
func (c *Client) Detached(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.HTTP.Do(req)
}

// A Node answers requests over a channel of its own.
type Node struct{ queue http.RoundTripper }

// Tripper returns what sends requests to the node.
func (n *Node) Tripper() http.RoundTripper { return n.queue }
