// Package http2 stands for golang.org/x/net/http2: its names, and nothing behind them.
package http2

import (
	"errors"
	"net/http"
)

// Transport speaks HTTP/2.
type Transport struct{ AllowHTTP bool }

// RoundTrip makes a request.
func (t *Transport) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("a stand-in")
}

// ConfigureTransport lets a transport negotiate HTTP/2.
func ConfigureTransport(*http.Transport) error { return nil }
