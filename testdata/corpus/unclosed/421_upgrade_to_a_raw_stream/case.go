// kind: function: an upgrade that takes the connection out of the response
// expect: silent in Upgrade; Tunnel forgets an answer that is no upgrade

package p

import (
	"errors"
	"io"
	"net/http"
)

var errRefused = errors.New("upgrade refused")

type Conn struct {
	io.ReadWriteCloser
	Proto string
}

func Upgrade(rt http.RoundTripper, req *http.Request) (*Conn, error) {
	resp, err := rt.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusSwitchingProtocols {
		resp.Body.Close()
		return nil, errRefused
	}
	rwc, ok := resp.Body.(io.ReadWriteCloser)
	if !ok {
		resp.Body.Close()
		return nil, errors.ErrUnsupported
	}
	return &Conn{rwc, resp.Header.Get("Upgrade")}, nil
}

func Tunnel(rt http.RoundTripper, req *http.Request) (io.ReadWriteCloser, error) {
	resp, err := rt.RoundTrip(req) // LEAK
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 300 {
		msg, _ := io.ReadAll(resp.Body)
		return nil, errors.Join(errRefused, errors.New(string(msg)))
	}
	rwc, ok := resp.Body.(io.ReadWriteCloser)
	if !ok {
		return nil, errors.Join(errRefused, resp.Body.Close())
	}
	return rwc, nil
}
