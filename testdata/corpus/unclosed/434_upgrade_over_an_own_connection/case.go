// kind: function: an upgrade over a connection that was dialled before
// expect: with status 101 the connection is the caller's; any other answer has a body

package p

import (
	"errors"
	"net"
	"net/http"
)

// single speaks HTTP over one connection.
type single struct {
	net.Conn
	rt http.RoundTripper
}

func (s *single) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := s.rt.RoundTrip(req)
	return resp, err
}

func Hijack(conn net.Conn, rt http.RoundTripper, req *http.Request) (net.Conn, error) {
	resp, err := (&single{conn, rt}).RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusSwitchingProtocols {
		resp.Body.Close()
		return nil, errors.New("no upgrade: " + resp.Status)
	}
	return conn, nil
}

func HijackCarelessly(conn net.Conn, rt http.RoundTripper, req *http.Request) (net.Conn, error) {
	resp, err := (&single{conn, rt}).RoundTrip(req) // LEAK
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusSwitchingProtocols {
		return nil, errors.New("no upgrade: " + resp.Status)
	}
	return conn, nil
}
