// Package kinds has what the other passes report.
package kinds

import (
	"context"
	"io"
	"net/http"
	"time"
)

func dead(c *http.Client, url string) error {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	req.Close = true
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `^deaddrain: resp\.Body is drained \(io\.Copy\), but the request`
	return nil
}

func capped(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, io.LimitReader(resp.Body, 256<<10)) // want `^manualdrain: resp\.Body is drained by hand \(io\.Copy\)` `^draincaps: 256 << 10 repeats the transport's own limit \(256 KiB\)`
	return nil
}

func canceled(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel() // want `^canceledbody: the deferred cancel ends the request whose body is returned `
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

// PerCall makes a client for one request.
func PerCall(url string) (int, error) {
	c := &http.Client{Transport: &http.Transport{MaxIdleConns: 3}} // want `^clientpercall: a Transport is made for each call of PerCall and dropped: no`
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}
