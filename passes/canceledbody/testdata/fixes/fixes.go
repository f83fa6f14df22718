// Package fixes has the order wrong, and nothing else.
package fixes

import (
	"context"
	"net/http"
	"time"
)

func calls(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithCancel(req.Context())
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	// want+1 `the request is cancelled before its body is closed at line 19, with nothing read from it: the connection is lost`
	cancel()
	resp.Body.Close()
	return nil
}

func blank(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithCancel(req.Context())
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	// want+1 `cancelled before`
	cancel()

	_ = resp.Body.Close()
	return nil
}

func defers(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	// want+2 `the deferred cancel runs before`
	defer resp.Body.Close()
	defer cancel()
	return nil
}

func literal(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	// want+4 `the deferred cancel runs before`
	defer func() {
		_ = resp.Body.Close() // nobody cares
	}()
	defer cancel()
	return nil
}

func inside(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	defer func() {
		// want+1 `cancelled before`
		cancel()
		resp.Body.Close()
	}()
	return nil
}

// The return would skip the cancel.
func returns(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	cancel() // want `cancelled before`
	return resp.Body.Close()
}

// A comment would lose what it speaks of.
func commented(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	// want+1 `cancelled before`
	cancel()
	// and that was that
	resp.Body.Close()
	return nil
}

// Something stands between.
func apart(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	// want+1 `cancelled before`
	cancel()
	println(resp.Status)
	resp.Body.Close()
	return nil
}
