// kind: model: hooks get a response that somebody else owns
// expect: silent: ModifyResponse, a logging hook, a redirect policy, a retry policy

package p

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
)

type gateway struct{ hops int }

func (g *gateway) modify(resp *http.Response) error {
	if resp.StatusCode >= 500 {
		return errors.New("upstream failed")
	}
	resp.Header.Del("Server")
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(resp.Body, 1<<20), resp.Body}
	return nil
}

func (g *gateway) redirect(req *http.Request, via []*http.Request) error {
	if len(via) > g.hops || req.Response.StatusCode == http.StatusPermanentRedirect {
		return http.ErrUseLastResponse
	}
	return nil
}

func (g *gateway) retry(resp *http.Response, err error) bool {
	return err != nil || resp.StatusCode >= 500
}

func (g *gateway) log(resp *http.Response) { log.Print(resp.Request.URL, resp.Status) }

func New(u *url.URL) (*httputil.ReverseProxy, *http.Client) {
	g := &gateway{5}
	p := httputil.NewSingleHostReverseProxy(u)
	p.ModifyResponse = g.modify
	return p, &http.Client{CheckRedirect: g.redirect}
}

func (g *gateway) Send(c *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	g.log(resp)
	if g.retry(resp, nil) {
		resp.Body.Close()
		return nil, errors.New(resp.Status)
	}
	return resp, nil
}
