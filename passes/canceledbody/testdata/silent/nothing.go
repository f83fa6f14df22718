package silent

import (
	"context"
	"net/http"
)

var noKeepAlives = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// The connection ends with the request anyhow.
func endsAnyhow(req *http.Request) error {
	ctx, cancel := context.WithCancel(req.Context())
	resp, err := noKeepAlives.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	cancel()
	return resp.Body.Close()
}

var onlyHTTP2 = newHTTP2()

func newHTTP2() *http.Client {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: p}}
}

// A stream ends, and the connection goes on.
func ownStream(req *http.Request) error {
	ctx, cancel := context.WithCancel(req.Context())
	resp, err := onlyHTTP2.Do(req.WithContext(ctx))
	if err != nil {
		cancel()
		return err
	}
	cancel()
	return resp.Body.Close()
}
