// Package sdk is what other packages make their requests with.
package sdk

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
)

// A Tunnel has its client in a field that anybody can set.
type Tunnel struct {
	*http.Client
	Address string
}

// a link is a connection of a protocol of its own.
type link struct{ net.Conn }

func (t *Tunnel) dial(ctx context.Context) (*link, error) {
	if t.Address == "" {
		return nil, errors.New("no address")
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", t.Address)
	if err != nil {
		return nil, err
	}
	return &link{conn}, nil
}

// NewTunnel speaks HTTP/2 on both schemes: no connection of it is one of TLS.
func NewTunnel(address string) *Tunnel {
	t := &Tunnel{Address: address}
	tr := &http.Transport{Protocols: new(http.Protocols)}
	tr.Protocols.SetUnencryptedHTTP2(true)
	tr.DialTLSContext = func(ctx context.Context, _, _ string) (net.Conn, error) { return t.dial(ctx) }
	t.Client = &http.Client{Transport: tr}
	return t
}

// Post hands on what the client gives.
func (t *Tunnel) Post(url string) (*http.Response, error) {
	return t.Client.Post(url, "text/plain", nil)
}

// A Caller has its client in a field that nobody else can set.
type Caller struct{ client *http.Client }

func NewCaller() *Caller {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &Caller{&http.Client{Transport: &http.Transport{Protocols: p}}}
}

func (c *Caller) Call(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.send(req)
}

func (c *Caller) send(req *http.Request) (*http.Response, error) {
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// Either has two clients, one of which speaks HTTP/1.
type Either struct{ plain, tunnel *http.Client }

func NewEither() *Either {
	return &Either{plain: http.DefaultClient, tunnel: NewCaller().client}
}

func (e *Either) Call(url string, tunnel bool) (*http.Response, error) {
	if tunnel {
		return e.tunnel.Get(url)
	}
	return e.plain.Get(url)
}

// Fetch makes a request with the client that it is given.
func Fetch(c *http.Client, url string) (*http.Response, error) { return c.Get(url) }

// A Sealed speaks HTTP/1 where its dial function negotiates nothing.
type Sealed struct{ client *http.Client }

func NewSealed(cfg *tls.Config) *Sealed {
	p := new(http.Protocols)
	p.SetUnencryptedHTTP2(true)
	return &Sealed{&http.Client{Transport: &http.Transport{
		Protocols: p,
		DialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return tls.Client(conn, cfg), nil
		},
	}}}
}

func (s *Sealed) Call(url string) (*http.Response, error) { return s.client.Get(url) }
