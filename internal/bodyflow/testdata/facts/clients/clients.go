// Package clients states what other packages learn of clients. // want package:"reaches net/http"
package clients

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
)

type HTTP2 struct {
	*http.Client // want Client:"0 is http: HTTP/2, https: HTTP/2, keep-alives on, perhaps replaced"
	Usual        *http.Client
	hidden       *http.Client
}

func protocols() *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return p
}

func New() *HTTP2 {
	return &HTTP2{
		Client: &http.Client{Transport: &http.Transport{Protocols: protocols()}},
		Usual:  &http.Client{Transport: &http.Transport{}},
		hidden: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}},
	}
}

func (h *HTTP2) Hidden(url string) (*http.Response, error) { return h.hidden.Get(url) } // want Hidden:"result 0 is an open response" Hidden:"responses of http: HTTP/1, https: HTTP/1 or HTTP/2, keep-alives off"

func (h *HTTP2) Named(url string) (resp *http.Response, err error) { // want Named:"result 0 is an open response" Named:"responses of http: HTTP/1, https: HTTP/1 or HTTP/2, keep-alives off"
	resp, err = h.hidden.Get(url)
	return
}

func (h *HTTP2) Usually(url string) (*http.Response, error) { return h.Usual.Get(url) } // want Usually:"result 0 is an open response"

func Head(c *http.Client, url string) (*http.Response, error) { return c.Head("https://" + url) } // want Head:"responses of http: HTTP/1 or HTTP/2 or HTTP/3, https: HTTP/1 or HTTP/2 or HTTP/3, keep-alives unknown, wraps param 0, on https, to HEAD"

// Only the package's own functions can reach the fields of this type through its name.
type local struct{ Client *http.Client } // want Client:"0 is http: HTTP/1, https: HTTP/1 or HTTP/2, keep-alives off"

func NewLocal() *local {
	return &local{&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
}

// How a connection was dialed tells what can be spoken on it.

type conn struct{ net.Conn }

func dialConn(ctx context.Context, network, addr string) (net.Conn, error) {
	inner, err := new(net.Dialer).DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return conn{inner}, nil
}

func dialInner(ctx context.Context, network, addr string) (net.Conn, error) {
	var d net.Dialer
	inner, err := d.DialContext(ctx, network, addr)
	return inner, err
}

func dialTLS(ctx context.Context, network, addr string) (net.Conn, error) {
	inner, err := new(net.Dialer).DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	return tls.Client(inner, nil), nil
}

// sealed says of itself what only a connection of TLS knows.
type sealed struct{ net.Conn }

func (sealed) ConnectionState() tls.ConnectionState { return tls.ConnectionState{} }

func dialSealed(ctx context.Context, network, addr string) (net.Conn, error) {
	inner, err := new(net.Dialer).DialContext(ctx, network, addr)
	return sealed{inner}, err
}

func unencrypted() *http.Protocols {
	p := new(http.Protocols)
	p.SetUnencryptedHTTP2(true)
	return p
}

func PlainConn() *http.Transport { // want PlainConn:"0 is http: HTTP/2, https: HTTP/2, keep-alives on"
	return &http.Transport{Protocols: unencrypted(), DialTLSContext: dialConn}
}

func PlainInner() *http.Transport { // want PlainInner:"0 is http: HTTP/2, https: HTTP/2, keep-alives on"
	return &http.Transport{Protocols: unencrypted(), DialTLSContext: dialInner}
}

func TLS() *http.Transport { return &http.Transport{Protocols: unencrypted(), DialTLSContext: dialTLS} } // want TLS:"0 is http: HTTP/2, https: HTTP/1 or HTTP/2, keep-alives on"

func Sealed() *http.Transport { // want Sealed:"0 is http: HTTP/2, https: HTTP/1 or HTTP/2, keep-alives on"
	return &http.Transport{Protocols: unencrypted(), DialTLSContext: dialSealed}
}

func Maybe(plain bool) *http.Transport { // want Maybe:"0 is http: HTTP/2, https: HTTP/1 or HTTP/2, keep-alives on"
	t := &http.Transport{Protocols: unencrypted()}
	if plain {
		t.DialTLSContext = dialConn
	}
	return t
}
