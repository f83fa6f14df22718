package apiclient

import (
	"context"
	"io"
	"net/http"
)

// Avatar fetches the picture of a user. Where there is none, the body stays open and
// the connection can't be used again.
func (c *Client) Avatar(ctx context.Context, id string) ([]byte, error) {
	resp, err := c.do(ctx, http.MethodGet, "/users/"+id+"/avatar", nil)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusNotFound {
		return nil, nil
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
