// Package clients makes one client of each configuration. The engine reads what they are,
// and the program beside it finds out what they do.
package clients

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"

	"github.com/quic-go/quic-go/http3"
	"golang.org/x/net/http2"
)

func DefaultClient() *http.Client { return http.DefaultClient }

func DefaultTransport() http.RoundTripper { return http.DefaultTransport }

func EmptyClient() *http.Client { return &http.Client{} }

func EmptyTransport() http.RoundTripper { return &http.Transport{} }

func Cloned() http.RoundTripper { return http.DefaultTransport.(*http.Transport).Clone() }

func Forced() http.RoundTripper {
	return &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
}

func OwnTLSConfig() http.RoundTripper {
	return &http.Transport{TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
}

func OwnDial() http.RoundTripper {
	return &http.Transport{DialContext: new(net.Dialer).DialContext}
}

func NoNextProto() http.RoundTripper {
	return &http.Transport{TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}}
}

func NoNextProtoForced() http.RoundTripper {
	return &http.Transport{
		ForceAttemptHTTP2: true,
		TLSNextProto:      make(map[string]func(string, *tls.Conn) http.RoundTripper),
	}
}

func Configured() (http.RoundTripper, error) {
	t := &http.Transport{TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
	err := http2.ConfigureTransport(t)
	return t, err
}

func ZeroProtocols() http.RoundTripper {
	return &http.Transport{Protocols: new(http.Protocols)}
}

func HTTP1() http.RoundTripper {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	return &http.Transport{Protocols: p}
}

func HTTP2() http.RoundTripper {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	return &http.Transport{Protocols: p}
}

func Unencrypted() http.RoundTripper {
	var p http.Protocols
	p.SetUnencryptedHTTP2(true)
	return &http.Transport{Protocols: &p}
}

// UnencryptedPlainDial has TLS without TLS.
func UnencryptedPlainDial() http.RoundTripper {
	var p http.Protocols
	p.SetUnencryptedHTTP2(true)
	return &http.Transport{Protocols: &p, DialTLSContext: new(net.Dialer).DialContext}
}

func HTTP2Unencrypted() http.RoundTripper {
	p := &http.Protocols{}
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &http.Transport{Protocols: p}
}

func HTTP1Unencrypted() http.RoundTripper {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetUnencryptedHTTP2(true)
	return &http.Transport{Protocols: p}
}

func HTTP1HTTP2() http.RoundTripper {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	return &http.Transport{Protocols: p}
}

func AllProtocols() http.RoundTripper {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &http.Transport{Protocols: p}
}

// SwitchedOff ends up with HTTP/2 alone.
func SwitchedOff() http.RoundTripper {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	p.SetHTTP1(false)
	return &http.Transport{Protocols: p}
}

func protocols(h2, unencrypted bool) *http.Protocols {
	p := new(http.Protocols)
	p.SetHTTP2(h2)
	p.SetUnencryptedHTTP2(unencrypted)
	return p
}

func FromFunction() http.RoundTripper { return &http.Transport{Protocols: protocols(false, true)} }

func SetThroughField() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Protocols = new(http.Protocols)
	t.Protocols.SetHTTP2(true)
	t.Protocols.SetUnencryptedHTTP2(true)
	return t
}

func HTTP2OwnTLSConfig() http.RoundTripper {
	return &http.Transport{Protocols: protocols(true, false), TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
}

// HTTP1HTTP2OwnDial needs no ForceAttemptHTTP2.
func HTTP1HTTP2OwnDial() http.RoundTripper {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	return &http.Transport{Protocols: p, DialContext: new(net.Dialer).DialContext}
}

func XNet() http.RoundTripper { return &http2.Transport{} }

func XNetAllowHTTP() http.RoundTripper {
	return &http2.Transport{
		AllowHTTP: true,
		DialTLSContext: func(ctx context.Context, network, addr string, _ *tls.Config) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, addr)
		},
	}
}

func QUIC() http.RoundTripper { return &http3.Transport{} }

func Replaced() *http.Client {
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	c.Transport = SetThroughField()
	return c
}

type traced struct{ next http.RoundTripper }

func (t *traced) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Traceparent", "00")
	return t.next.RoundTrip(req)
}

// Wrap passes on.
func Wrap(next http.RoundTripper) http.RoundTripper { return &traced{next} }

func Wrapped() *http.Client { return &http.Client{Transport: Wrap(HTTP2Unencrypted())} }

func NoKeepAlives() http.RoundTripper { return &http.Transport{DisableKeepAlives: true} }

func NothingIdle() http.RoundTripper { return &http.Transport{MaxIdleConnsPerHost: -1} }

func NothingIdleInAll() http.RoundTripper { return &http.Transport{MaxIdleConns: -1} }

func OneIdle() http.RoundTripper { return &http.Transport{MaxIdleConns: 1, MaxIdleConnsPerHost: 1} }

func WrappedNoKeepAlives() http.RoundTripper { return Wrap(NoKeepAlives()) }

// A connection of one's own, for one host.

func ClientConn(ctx context.Context, scheme, address string) (*http.ClientConn, error) {
	return new(http.Transport).NewClientConn(ctx, scheme, address)
}

func UnencryptedClientConn(ctx context.Context, scheme, address string) (*http.ClientConn, error) {
	t := &http.Transport{Protocols: protocols(false, true)}
	return t.NewClientConn(ctx, scheme, address)
}

func XNetClientConn(ctx context.Context, _, address string) (*http2.ClientConn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return new(http2.Transport).NewClientConn(conn)
}
