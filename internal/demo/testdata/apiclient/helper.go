package apiclient

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// drainAndClose reads what is left of a body and closes it.
func drainAndClose(resp *http.Response) {
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

// Create adds a user.
func (c *Client) Create(ctx context.Context, name string) error {
	resp, err := c.do(ctx, http.MethodPost, "/users", strings.NewReader(name))
	if err != nil {
		return err
	}
	defer drainAndClose(resp)
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("create %s: %s", name, resp.Status)
	}
	return nil
}

// Rename changes a user's name.
func (c *Client) Rename(ctx context.Context, id, name string) error {
	resp, err := c.do(ctx, http.MethodPut, "/users/"+id+"/name", strings.NewReader(name))
	if err != nil {
		return err
	}
	defer drainAndClose(resp)
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("rename %s: %s", id, resp.Status)
	}
	return nil
}

// finish is called before the error is looked at, so it guards against the response
// that isn't there. It has to stay, only its drain can go.
func finish(resp *http.Response) {
	if resp == nil || resp.Body == nil {
		return
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

// Lock keeps a user from logging in.
func (c *Client) Lock(ctx context.Context, id string) error {
	resp, err := c.do(ctx, http.MethodPost, "/users/"+id+"/lock", nil)
	defer finish(resp)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("lock %s: %s", id, resp.Status)
	}
	return nil
}
