// Package only has clients that speak nothing but HTTP/2 or HTTP/3 on the scheme in use.
package only

import (
	"fmt"
	"io"
	"net/http"

	"golang.org/x/net/http2"

	"github.com/quic-go/quic-go/http3"
)

func xnet(url string) error {
	c := &http.Client{Transport: &http2.Transport{AllowHTTP: true}}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `resp.Body is drained \(io.Copy\), but its client speaks only HTTP/2: there a plain Close keeps the connection on every version of Go; no automatic fix: an early Close resets the stream, which the server sees`
	return status(resp)
}

func quic(req *http.Request) error {
	var rt http.RoundTripper = &http3.Transport{}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/3`
	return status(resp)
}

// Both schemes are HTTP/2 where HTTP/1 is left out.
type mesh struct{ c *http.Client }

func newMesh() *mesh {
	var p http.Protocols
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &mesh{c: &http.Client{Transport: &http.Transport{Protocols: &p}}}
}

func (m *mesh) join(url string) error {
	resp, err := m.c.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

func (m *mesh) do(req *http.Request) (*http.Response, error) { return m.c.Do(req) }

func (m *mesh) through(req *http.Request) error {
	resp, err := m.do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

// The zero Protocols is empty.
func priorKnowledge() error {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Protocols = new(http.Protocols)
	t.Protocols.SetUnencryptedHTTP2(true)
	c := &http.Client{Transport: t}
	resp, err := c.Get("http://127.0.0.1:8080/ready")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2 on http:`
	return status(resp)
}

func protocols(h2, h2c bool) *http.Protocols {
	p := &http.Protocols{}
	p.SetHTTP2(h2)
	p.SetUnencryptedHTTP2(h2c)
	return p
}

const push = "https://push.example.com/3/device/"

func overTLS(id string) error {
	c := &http.Client{Transport: &http.Transport{Protocols: protocols(true, false)}}
	req, err := http.NewRequest(http.MethodPost, fmt.Sprintf(push+"%s", id), nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer drain(resp) // want `resp.Body is drained \(drain\), but its client speaks only HTTP/2 on https`
	return status(resp)
}

func drain(resp *http.Response) {
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func status(resp *http.Response) error {
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s", resp.Status)
	}
	return nil
}
