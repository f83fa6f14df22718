package only

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"

	"golang.org/x/net/http2"
)

// What programs write to speak HTTP/2 without TLS, before there was Protocols.
func dialHook(url string) error {
	c := http.Client{Transport: &http2.Transport{
		AllowHTTP: true,
		DialTLSContext: func(ctx context.Context, network, addr string, _ *tls.Config) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, network, addr)
		},
	}}
	resp, err := c.Post(url, "text/plain", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

// A field that is a transport, in a struct of one's own.
type poster struct{ rt *http2.Transport }

func (p *poster) post(req *http.Request) error {
	resp, err := p.rt.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

// A client that is given its transport later.
func assigned(url string, cfg *tls.Config) error {
	c := new(http.Client)
	c.Transport = &http2.Transport{TLSClientConfig: cfg}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

// Each branch is HTTP/2.
func either(url string, plain bool) error {
	var rt http.RoundTripper = &http2.Transport{}
	if plain {
		rt = &http2.Transport{AllowHTTP: true}
	}
	c := &http.Client{Transport: rt}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

// A wrapper of this package hands on.
type userAgent struct {
	name string
	next http.RoundTripper
}

func (u userAgent) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("User-Agent", u.name)
	return u.next.RoundTrip(req)
}

func throughWrapper(url string) error {
	c := &http.Client{Transport: userAgent{name: "x", next: &http2.Transport{AllowHTTP: true}}}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

// A connection of one's own.
func ownConnection(conn net.Conn, req *http.Request) error {
	cc, err := new(http2.Transport).NewClientConn(conn)
	if err != nil {
		return err
	}
	resp, err := cc.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

// net/http's own: the scheme is that of the connection.
func ownStdConnection(ctx context.Context, addr string, req *http.Request) error {
	t := &http.Transport{Protocols: protocols(true, true)}
	cc, err := t.NewClientConn(ctx, "https", addr)
	if err != nil {
		return err
	}
	defer cc.Close()
	resp, err := cc.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

// A literal that is called in place makes the client of the package.
var inPlace = func() *http.Client {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: p}}
}()

func useInPlace(url string) error {
	resp, err := inPlace.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}
