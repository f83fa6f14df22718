// Package ws dials websockets. As in the well-known libraries the response it
// returns is for its status and headers; its body holds no connection.
package ws

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
)

type Conn struct{ nc net.Conn }

func (c *Conn) Close() error { return c.nc.Close() }

// Dial opens a connection to addr.
func Dial(addr string, h http.Header) (*Conn, *http.Response, error) {
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, nil, err
	}
	line, err := bufio.NewReader(nc).ReadString('\n')
	if err != nil {
		nc.Close()
		return nil, nil, err
	}
	resp := &http.Response{Status: line, StatusCode: http.StatusSwitchingProtocols, Header: h, Body: http.NoBody}
	if len(line) < 12 || line[9:12] != "101" {
		nc.Close()
		resp.StatusCode = http.StatusBadRequest
		resp.Body = io.NopCloser(bytes.NewReader([]byte(line)))
		return nil, resp, errors.New("ws: bad handshake")
	}
	return &Conn{nc}, resp, nil
}
