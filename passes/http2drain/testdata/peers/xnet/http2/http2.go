// Package http2 stands for golang.org/x/net/http2: its names, and nothing behind them.
package http2

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
)

// Transport speaks HTTP/2.
type Transport struct {
	DialTLSContext  func(ctx context.Context, network, addr string, cfg *tls.Config) (net.Conn, error)
	TLSClientConfig *tls.Config
	AllowHTTP       bool
}

// NewClientConn makes a client of a connection.
func (t *Transport) NewClientConn(net.Conn) (*ClientConn, error) {
	return nil, errors.New("a stand-in")
}

// ClientConn is one connection.
type ClientConn struct{}

// RoundTrip makes a request.
func (cc *ClientConn) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("a stand-in")
}

// RoundTrip makes a request.
func (t *Transport) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("a stand-in")
}

// ConfigureTransport lets a transport negotiate HTTP/2.
func ConfigureTransport(*http.Transport) error { return nil }
