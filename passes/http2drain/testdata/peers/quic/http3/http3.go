// Package http3 stands for quic-go's: its names, and nothing behind them.
package http3

import (
	"errors"
	"net/http"
)

// Transport speaks HTTP/3.
type Transport struct{}

// RoundTrip makes a request.
func (t *Transport) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("a stand-in")
}
