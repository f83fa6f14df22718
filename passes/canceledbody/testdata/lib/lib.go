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
