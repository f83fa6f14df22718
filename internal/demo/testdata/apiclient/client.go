// Package apiclient is a client of a made-up API, written as many clients are: each
// body is read to its end before it is closed, so that the connection can be used
// again. Since Go 1.27 Close does that.
package apiclient

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// A Client calls the API.
type Client struct {
	Base string
	HTTP *http.Client
}

// A User is an account.
type User struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (c *Client) do(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.Base+path, body)
	if err != nil {
		return nil, err
	}
	return c.HTTP.Do(req)
}

// User fetches one user.
func (c *Client) User(ctx context.Context, id string) (*User, error) {
	resp, err := c.do(ctx, http.MethodGet, "/users/"+id, nil)
	if err != nil {
		return nil, err
	}
	defer func() {
		// Read to the end, or the connection is not reused.
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("user %s: %s", id, resp.Status)
	}
	u := new(User)
	return u, json.NewDecoder(resp.Body).Decode(u)
}

// Delete removes a user.
func (c *Client) Delete(ctx context.Context, id string) error {
	resp, err := c.do(ctx, http.MethodDelete, "/users/"+id, nil)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("delete %s: %s", id, resp.Status)
	}
	return nil
}

// Ping asks whether the API is there.
func (c *Client) Ping(ctx context.Context) error {
	resp, err := c.do(ctx, http.MethodGet, "/ping", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("ping: %s", resp.Status)
	}
	return nil
}

// WaitReady asks until the API is there, without a pause. The drain stays: the next
// request follows at once, before Close could have read what is left.
func (c *Client) WaitReady(ctx context.Context) error {
	for {
		resp, err := c.do(ctx, http.MethodGet, "/ready", nil)
		if err != nil {
			return err
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return nil
		}
	}
}
