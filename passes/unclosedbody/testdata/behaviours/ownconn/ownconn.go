// Package ownconn makes requests on connections of its own. Their end is the end of the
// response, too.
package ownconn

import (
	"errors"
	"net"
	"net/http"

	"golang.org/x/net/http2"
)

func closes(conn net.Conn, t *http2.Transport, req *http.Request) error {
	cc, err := t.NewClientConn(conn)
	if err != nil {
		return err
	}
	resp, err := cc.RoundTrip(req)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		conn.Close()
		return errors.New(resp.Status)
	}
	return resp.Body.Close()
}

func keeps(cc *http2.ClientConn, req *http.Request) error {
	resp, err := cc.RoundTrip(req) // want `response body of resp is not closed when the function returns at line 35 \(when resp.StatusCode != http.StatusOK\)`
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return resp.Body.Close()
}
