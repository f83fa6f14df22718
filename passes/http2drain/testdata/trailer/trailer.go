// Package trailer reads trailers, as gRPC does.
package trailer

import (
	"io"
	"net/http"

	"golang.org/x/net/http2"
)

func call(url string) (string, error) {
	c := &http.Client{Transport: &http2.Transport{AllowHTTP: true}}
	resp, err := c.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return resp.Trailer.Get("Grpc-Status"), nil
}

func ping(url string) {
	c := &http.Client{Transport: &http2.Transport{AllowHTTP: true}}
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}
