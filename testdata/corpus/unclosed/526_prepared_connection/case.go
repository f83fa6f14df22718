// kind: own connection: a transport gets the one connection that the function closes
// expect: silent; a leak where the function leaves the connection alone

package p

import (
	"context"
	"errors"
	"net"
	"net/http"
)

func Latency(addr string) (int, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	ready := make(chan net.Conn, 1)
	ready <- conn
	c := &http.Client{Transport: &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			select {
			case conn := <-ready:
				return conn, nil
			default:
				return nil, errors.New("dialled twice")
			}
		},
	}}
	resp, err := c.Get("http://" + addr)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func Kept(c *http.Client, addr string) (int, error) {
	c.Transport = &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) { return net.Dial("unix", addr) },
	}
	resp, err := c.Get("http://local") // LEAK
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
