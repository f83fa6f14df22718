// kind: http.ReadResponse behind a function
// expect: the next response comes on the same connection: silent

package case206

import (
	"bufio"
	"io"
	"net"
	"net/http"
)

// A proxyConn speaks HTTP over a connection that somebody else made.
type proxyConn struct {
	net.Conn
	br *bufio.Reader
}

func (p *proxyConn) roundTrip(req *http.Request) (*http.Response, error) {
	if err := req.Write(p); err != nil {
		return nil, err
	}
	return readAnswer(p.br, req)
}

func readAnswer(br *bufio.Reader, req *http.Request) (*http.Response, error) {
	return http.ReadResponse(br, req)
}

func (p *proxyConn) authenticate(first, second *http.Request) (*http.Response, error) {
	resp, err := p.roundTrip(first)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusProxyAuthRequired {
		return resp, nil
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	return p.roundTrip(second)
}
