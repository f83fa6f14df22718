package silent

import (
	"crypto/tls"
	"io"
	"net/http"

	"example.com/http2drain/sdk"
)

// A field that anybody can set has what its package puts into it, or something else.
func tunnel(address, url string) {
	t := sdk.NewTunnel(address)
	resp, err := t.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func tunnelClient(t *sdk.Tunnel, url string) {
	resp, err := t.Client.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func tunnelPost(t *sdk.Tunnel, url string) {
	resp, err := t.Post(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

// This package puts another client into it.
func otherClient(url string) {
	t := &sdk.Tunnel{Client: http.DefaultClient}
	resp, err := t.Post(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func either(url string, tunnel bool) {
	resp, err := sdk.NewEither().Call(url, tunnel)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func givenDefault(url string) {
	resp, err := sdk.Fetch(http.DefaultClient, url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func sealed(url string, cfg *tls.Config) {
	resp, err := sdk.NewSealed(cfg).Call(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}
