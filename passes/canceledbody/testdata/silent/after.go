package silent

import (
	"bufio"
	"context"
	"net/http"
)

// A watcher that ends a blocked Read, beside a Close of its own.
func watched(ctx context.Context, c *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	stop := context.AfterFunc(ctx, func() { resp.Body.Close() })
	defer stop()
	return nil
}

// The body is read elsewhere, perhaps to its end.
func readAndWatched(ctx context.Context, c *http.Client, url string) (*bufio.Reader, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { resp.Body.Close() })
	return bufio.NewReader(resp.Body), nil
}

// Another context than the request's.
func otherContextAfter(ctx, done context.Context, c *http.Client, url string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	context.AfterFunc(done, func() { resp.Body.Close() })
	return resp.StatusCode, nil
}

// There is no body to read.
func headAfter(ctx context.Context, c *http.Client, url string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	context.AfterFunc(ctx, func() { resp.Body.Close() })
	return resp.StatusCode, nil
}
