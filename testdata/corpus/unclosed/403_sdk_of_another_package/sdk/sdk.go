// Package sdk is a small API client.
package sdk

import (
	"context"
	"encoding/json"
	"net/http"
)

type Client struct {
	HTTP *http.Client
	Base string
}

// Raw sends the request; the body of the response is open.
func (c *Client) Raw(ctx context.Context, method, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.Base+path, nil)
	if err != nil {
		return nil, err
	}
	return c.HTTP.Do(req)
}

// JSON decodes into v. The body of the returned response is closed.
func (c *Client) JSON(ctx context.Context, path string, v any) (*http.Response, error) {
	resp, err := c.Raw(ctx, http.MethodGet, path)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return resp, json.NewDecoder(resp.Body).Decode(v)
}
