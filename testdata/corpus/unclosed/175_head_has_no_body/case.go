// kind: path: a HEAD request, whose response has no body
// expect: silent; a method that isn't known, or another one, is a leak

package p

import (
	"context"
	"net/http"
	"time"
)

func Latency(c *http.Client, u string) (time.Duration, error) {
	start := time.Now()
	if _, err := c.Head(u); err != nil {
		return 0, err
	}
	return time.Since(start), nil
}

func Size(ctx context.Context, c *http.Client, u string) (int64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, u, nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Accept-Encoding", "identity")
	resp, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.ContentLength, nil
}

func head(c *http.Client, u string) (*http.Response, error) { return c.Head(u) }

func Type(c *http.Client, u string) (string, error) {
	resp, err := head(c, u)
	if err != nil {
		return "", err
	}
	return resp.Header.Get("Content-Type"), nil
}

func Options(c *http.Client, u string) (string, error) {
	req, err := http.NewRequest(http.MethodOptions, u, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.Do(req) // LEAK
	if err != nil {
		return "", err
	}
	return resp.Header.Get("Allow"), nil
}

func Ask(c *http.Client, method, u string) (string, error) {
	req, err := http.NewRequest(method, u, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.Do(req) // LEAK
	if err != nil {
		return "", err
	}
	return resp.Status, nil
}
