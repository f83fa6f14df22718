package silent

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"

	"golang.org/x/net/http2"
)

func drained(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}

// Only HTTP/1, in each way to say so.
func never(url string) {
	for _, t := range []*http.Transport{
		{TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}},
		{DialContext: new(net.Dialer).DialContext},
		{TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS13}},
	} {
		_ = drained((&http.Client{Transport: t}).Get(url))
	}
}

// Protocols that leave HTTP/1 to the scheme in use.
func unencryptedOnTLS() error {
	p := new(http.Protocols)
	p.SetUnencryptedHTTP2(true)
	resp, err := (&http.Client{Transport: &http.Transport{Protocols: p}}).Get("https://localhost/")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}

func zeroProtocols(url string) error {
	resp, err := (&http.Client{Transport: &http.Transport{Protocols: new(http.Protocols)}}).Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}

// TLS is left out, or negotiated by a dial function of one's own: nobody knows.
func ownDialTLS() error {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	t := &http.Transport{Protocols: p, DialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		return (&tls.Dialer{}).DialContext(ctx, network, addr)
	}}
	resp, err := (&http.Client{Transport: t}).Get("https://localhost/")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}

// Falls back to HTTP/1.
type fallback struct{ h2, h1 http.RoundTripper }

func (f *fallback) RoundTrip(req *http.Request) (*http.Response, error) {
	if resp, err := f.h2.RoundTrip(req); err == nil {
		return resp, nil
	}
	return f.h1.RoundTrip(req)
}

func withFallback(url string) error {
	c := &http.Client{Transport: &fallback{&http2.Transport{}, http.DefaultTransport}}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}

// The client is replaced.
func replaced(url string, other *http.Client) error {
	c := &http.Client{Transport: &http2.Transport{}}
	if other != nil {
		c = other
	}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}

// Others may set a field that they can name.
type Sender struct{ Transport http.RoundTripper }

func NewSender() *Sender { return &Sender{Transport: &http2.Transport{}} }

func (s *Sender) send(req *http.Request) error {
	resp, err := s.Transport.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}

// A server that speaks HTTP/2 alone says nothing of its clients.
func onlyServer(c *http.Client, url string) error {
	srv := &http.Server{Protocols: new(http.Protocols)}
	srv.Protocols.SetUnencryptedHTTP2(true)
	defer srv.Close()
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}
