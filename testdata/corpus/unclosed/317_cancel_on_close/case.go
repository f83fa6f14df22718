// kind: wrapper: cancel together with Close
// expect: silent: the wrapper goes into resp.Body and the response to the caller

package p

import (
	"context"
	"io"
	"net/http"
	"time"
)

type canceling struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (c canceling) Close() error {
	defer c.cancel()
	return c.ReadCloser.Close()
}

func DoTimeout(c *http.Client, req *http.Request, d time.Duration) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), d)
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	resp.Body = canceling{resp.Body, cancel}
	return resp, nil
}
