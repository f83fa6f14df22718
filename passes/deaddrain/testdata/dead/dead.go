// Package dead has drains that can't help on any version of Go.
package dead

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"example.com/deaddrain/lib"
)

func literal(url string) error {
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `resp.Body is drained \(io.Copy\), but its client has keep-alives disabled, so the connection is closed anyhow`
	return status(resp)
}

func cloned(url string) error {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableKeepAlives = true
	c := http.Client{Transport: t}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer func() {
		io.Copy(io.Discard, resp.Body) // want `keep-alives disabled`
		resp.Body.Close()
	}()
	return status(resp)
}

func nothingIdle(req *http.Request) error {
	t := &http.Transport{MaxIdleConnsPerHost: -1}
	resp, err := t.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `keep-alives disabled`
	return status(resp)
}

type agent struct {
	*http.Client
	base string
}

func newAgent() *agent {
	c := &http.Client{}
	c.Transport = &http.Transport{DisableKeepAlives: true}
	return &agent{Client: c}
}

func (a *agent) ping() error {
	resp, err := a.Get(a.base)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `keep-alives disabled`
	return status(resp)
}

var shared = lib.Single()

func fromElsewhere(url string) error {
	resp, err := shared.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `keep-alives disabled`
	return status(resp)
}

func wrapped(url string) error {
	c := &http.Client{Transport: lib.Traced(&http.Transport{DisableKeepAlives: true})}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `keep-alives disabled`
	return status(resp)
}

func parameter(url string) error {
	return with(&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}, url)
}

func with(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `keep-alives disabled`
	return status(resp)
}

func nobodyCloses(url string) {
	resp, err := shared.Get(url)
	if err != nil {
		return
	}
	io.Copy(io.Discard, resp.Body) // want `keep-alives disabled`
}

func requestCloses(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Close = true
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, resp.Body) // want `the request has Close set`
	return resp.Body.Close()
}

func newRequest(url string) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return nil, err
	}
	req.Close = true
	return req, nil
}

func requestFromFunction(c *http.Client, url string) error {
	req, err := newRequest(url)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, resp.Body) // want `the request has Close set`
	return resp.Body.Close()
}

func header(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Connection", "close")
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `the request tells the server to close the connection; no automatic fix: the header counts only if the server honours it`
	return status(resp)
}

func responseCloses(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.Close {
		io.Copy(io.Discard, resp.Body) // want `the response says that the connection is closed after it`
	}
	return status(resp)
}

func responseHeaderCloses(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if strings.EqualFold(resp.Header.Get("Connection"), "close") {
		io.Copy(io.Discard, resp.Body) // want `the response says that the connection is closed after it`
	}
	return status(resp)
}

func afterReadAll(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	io.Copy(io.Discard, resp.Body) // want `the body is at its end already`
	return bytes.TrimSpace(b), nil
}

func afterCopy(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(os.Stdout, resp.Body); err != nil {
		return err
	}
	io.Copy(io.Discard, resp.Body) // want `the body is at its end already`
	return nil
}

func head(url string) error {
	resp, err := http.Head(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `the response to HEAD has no body`
	return status(resp)
}

const limit = 4096

func tooLong(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.ContentLength > limit {
		io.CopyN(io.Discard, resp.Body, limit) // want `it ends before the body does, which is known to be longer`
		return fmt.Errorf("%d bytes", resp.ContentLength)
	}
	return status(resp)
}

func finish(resp *http.Response) {
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func helper(url string) error {
	resp, err := shared.Get(url)
	if err != nil {
		return err
	}
	defer finish(resp) // want `resp.Body is drained \(finish\), but its client has keep-alives disabled`
	return status(resp)
}

func status(resp *http.Response) error {
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s", resp.Status)
	}
	return nil
}

func probe(url string) error {
	resp, err := lib.NewProber().Probe(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `keep-alives disabled`
	return status(resp)
}

func hangup(c *http.Client, url string) error {
	resp, err := lib.Hangup(c, url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `the request has Close set`
	return status(resp)
}
