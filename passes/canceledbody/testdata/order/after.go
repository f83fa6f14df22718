package order

import (
	"context"
	"net/http"
)

func after(ctx context.Context, c *http.Client, url string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	context.AfterFunc(ctx, func() { // want `the body is closed only when the context of its request ends: with nothing read from it, the connection is lost`
		resp.Body.Close()
	})
	return resp.StatusCode, nil
}

func afterOwn(c *http.Client, req *http.Request) bool {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil || resp == nil {
		return false
	}
	context.AfterFunc(ctx, func() { _ = resp.Body.Close() }) // want `the body is closed only when`
	return resp.StatusCode == http.StatusOK
}
