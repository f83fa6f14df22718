// kind: owners: a client dumps the responses that it returns where it is told to, which leaves a copy in memory in the place of the body
// expect: reports where callers forget the body: nobody debugs all the time

package p

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
)

type client struct {
	hc    *http.Client
	trace io.Writer
}

func (c *client) dump(resp *http.Response) error {
	text, err := httputil.DumpResponse(resp, true)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.trace, "%s\n", text)
	return err
}

func (c *client) do(req *http.Request) (*http.Response, error) {
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	if c.trace != nil {
		if err := c.dump(resp); err != nil {
			resp.Body.Close()
			return nil, err
		}
	}
	return resp, nil
}

func (c *client) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.do(req)
}

func (c *client) forgets(ctx context.Context, url string) (int, error) {
	resp, err := c.get(ctx, url) // LEAK
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func (c *client) closes(ctx context.Context, url string) (int, error) {
	resp, err := c.get(ctx, url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// always has nothing open behind the dump, of whatever body.
func (c *client) always(url string) (string, error) {
	resp, err := http.Get(url)
	if err != nil {
		return "", err
	}
	text, err := httputil.DumpResponse(resp, true)
	if err != nil {
		resp.Body.Close()
		return "", err
	}
	return string(text), nil
}

// headers dumps what holds no body.
func (c *client) headers(url string) (string, error) {
	resp, err := http.Get(url) // LEAK
	if err != nil {
		return "", err
	}
	text, err := httputil.DumpResponse(resp, false)
	return string(text), err
}

// A helper that dumps isn't one that closes.
func (c *client) mayDump(debug bool, url string) (int, error) {
	resp, err := http.Get(url) // LEAK
	if err != nil {
		return 0, err
	}
	c.note(debug, resp)
	return resp.StatusCode, nil
}

func (c *client) note(debug bool, resp *http.Response) {
	if debug {
		text, _ := httputil.DumpResponse(resp, true)
		fmt.Fprintf(c.trace, "%s\n", text)
	}
}
