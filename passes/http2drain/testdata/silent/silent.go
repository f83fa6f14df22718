// Package silent has clients that may speak HTTP/1, and trailers that may be read.
package silent

import (
	"io"
	"net/http"

	"golang.org/x/net/http2"
)

func get(c *http.Client, url string) {
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func attempt(url string) {
	resp, err := (&http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true}}).Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func configured(url string) {
	t := &http.Transport{}
	if err := http2.ConfigureTransport(t); err != nil {
		return
	}
	resp, err := (&http.Client{Transport: t}).Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

// The server's protocols are not the client's.
func server(url string) {
	var p http.Protocols
	p.SetUnencryptedHTTP2(true)
	srv := &http.Server{Protocols: &p}
	defer srv.Close()
	resp, err := http.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func otherScheme() {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	resp, err := (&http.Client{Transport: &http.Transport{Protocols: p}}).Get("http://127.0.0.1:8080")
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func unknownScheme(url string) {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	resp, err := (&http.Client{Transport: &http.Transport{Protocols: p}}).Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func withHTTP1(url string) {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	resp, err := (&http.Client{Transport: &http.Transport{Protocols: p}}).Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func perhaps(url string, h2c bool) {
	c := &http.Client{}
	if h2c {
		c.Transport = &http2.Transport{AllowHTTP: true}
	}
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

func setAtBranch(url string, h1 bool) {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	if h1 {
		p.SetHTTP1(true)
	}
	resp, err := (&http.Client{Transport: &http.Transport{Protocols: p}}).Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}

// A response that is handed on may have its trailer read.
func handedOn(req *http.Request) (*http.Response, error) {
	resp, err := (&http2.Transport{}).RoundTrip(req)
	if err != nil {
		return nil, err
	}
	io.Copy(io.Discard, resp.Body)
	return resp, nil
}
