// Package order cancels before it closes.
package order

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"x/lib"
)

func inPlace(url string) error {
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		cancel()
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		cancel()
		return err
	}
	cancel() // want `the request is cancelled before its body is closed at line 28, with nothing read from it: the connection is lost`
	resp.Body.Close()
	return nil
}

func blank(url string) error {
	ctx, cancel := context.WithCancel(context.Background())
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		cancel()
		return err
	}

	cancel() // want `cancelled before`

	_ = resp.Body.Close()
	return nil
}

func deferred(client *http.Client, url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		cancel()
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		cancel()
		return err
	}
	defer resp.Body.Close()
	defer cancel() // want `the deferred cancel runs before the body is closed at line 59 \(the last defer runs first\), with nothing read from it: the connection is lost`
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

// Only the paths that leave early lose the connection.
func somePath(client *http.Client, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		cancel()
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		cancel()
		return nil, err
	}
	defer resp.Body.Close()
	defer cancel() // want `the deferred cancel runs before`
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func decoded(client *http.Client, url string, v any) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		cancel(err)
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		cancel(err)
		return err
	}
	err = json.NewDecoder(resp.Body).Decode(v)
	cancel(nil) // want `the request is cancelled before its body is closed at line \d+; unless the decoder has met the end of the body, the connection is lost`
	resp.Body.Close()
	return err
}

func inLiteral(client *http.Client, url string) error {
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(context.WithValue(ctx, "k", "v"), http.MethodGet, url, nil)
	if err != nil {
		cancel()
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		cancel()
		return err
	}
	defer func() {
		cancel() // want `cancelled before its body is closed`
		resp.Body.Close()
	}()
	return nil
}

func do(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func through(c *http.Client, url string) error {
	ctx, cancel := context.WithCancel(context.Background())
	resp, err := do(ctx, c, url)
	if err != nil {
		cancel()
		return err
	}
	cancel() // want `cancelled before its body is closed`
	resp.Body.Close()
	return nil
}

func throughOther(c *lib.Client, url string) error {
	ctx, cancel := context.WithCancel(context.Background())
	resp, err := c.Get(ctx, url)
	if err != nil {
		cancel()
		return err
	}
	cancel() // want `cancelled before its body is closed`
	resp.Body.Close()
	return nil
}

func loop(c *http.Client, urls []string) {
	for _, url := range urls {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			cancel()
			continue
		}
		resp, err := c.Do(req)
		if err != nil {
			cancel()
			continue
		}
		cancel() // want `cancelled before its body is closed`
		resp.Body.Close()
	}
}

func get(c *http.Client, url string) (*http.Response, context.CancelFunc, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		cancel()
		return nil, nil, err
	}
	resp, err := c.Do(req)
	if err != nil {
		cancel()
		return nil, nil, err
	}
	return resp, cancel, nil
}

func both(c *http.Client, url string) error {
	resp, cancel, err := get(c, url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	defer cancel() // want `the deferred cancel runs before`
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}
