// Package silent cancels in time, or does no harm.
package silent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"x/lib"
)

func rightOrder(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel()
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return nil
}

func readToEOF(c *http.Client, req *http.Request) ([]byte, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	defer resp.Body.Close()
	defer cancel()
	return io.ReadAll(resp.Body)
}

func drained(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	io.Copy(io.Discard, resp.Body)
	cancel()
	resp.Body.Close()
	return nil
}

func otherContext(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithCancel(context.Background())
	go wait(ctx)
	resp, err := c.Do(req)
	if err != nil {
		cancel()
		return err
	}
	cancel()
	resp.Body.Close()
	return nil
}

func wait(ctx context.Context) { <-ctx.Done() }

func detached(c *http.Client, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	return c.Do(req.WithContext(context.WithoutCancel(ctx)))
}

func detachedElsewhere(c *lib.Client, url string) (*http.Response, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return c.Detached(ctx, url)
}

func replaced(c *http.Client, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(b))
	return resp, nil
}

func closedAndReturned(c *http.Client, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	return resp, nil
}

type cancelBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (b cancelBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

func handedOn(c *http.Client, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return nil, err
	}
	resp.Body = cancelBody{resp.Body, cancel}
	return resp, nil
}

func cancelledOnError(c *http.Client, req *http.Request) (_ *http.Response, err error) {
	ctx, cancel := context.WithCancel(req.Context())
	defer func() {
		if err != nil {
			cancel()
		}
	}()
	return c.Do(req.WithContext(ctx))
}

func stream(c *http.Client, req *http.Request, each func(any)) error {
	ctx, cancel := context.WithCancel(req.Context())
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	dec := json.NewDecoder(resp.Body)
	for {
		var v any
		if err := dec.Decode(&v); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			cancel()
			resp.Body.Close()
			return err
		}
		each(v)
	}
	cancel()
	return resp.Body.Close()
}

func decodedTwice(c *http.Client, req *http.Request, v any) error {
	ctx, cancel := context.WithCancel(req.Context())
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	defer resp.Body.Close()
	defer cancel()
	dec := json.NewDecoder(resp.Body)
	err = dec.Decode(v)
	err = errors.Join(err, dec.Decode(new(any)))
	return err
}

func parsed(c *http.Client, req *http.Request, parse func(io.Reader) error) error {
	ctx, cancel := context.WithCancel(req.Context())
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	err = parse(resp.Body)
	cancel()
	resp.Body.Close()
	return err
}

func head(c *http.Client, url string) error {
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		cancel()
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		cancel()
		return err
	}
	cancel()
	resp.Body.Close()
	return nil
}

func timer(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithCancel(req.Context())
	defer cancel()
	t := time.AfterFunc(time.Second, cancel)
	defer t.Stop()
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return nil
}

func ignored(c *http.Client, req *http.Request) error {
	ctx, cancel := context.WithCancel(req.Context())
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	//lint:ignore canceledbody the stream never ends
	cancel()
	return resp.Body.Close()
}

// foreign gets its RoundTripper from somewhere: what that returns may have come in whole.
func foreign(ctx context.Context, n *lib.Node) (*http.Response, error) {
	rt := n.Tripper()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "/state", nil)
	if err != nil {
		return nil, err
	}
	return rt.RoundTrip(req)
}
