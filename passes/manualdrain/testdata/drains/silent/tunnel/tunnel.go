// Package tunnel has a client that speaks HTTP/2 alone, in a field that anybody can set.
package tunnel

import "net/http"

// A Tunnel makes requests.
type Tunnel struct{ *http.Client }

// New returns a Tunnel for both schemes.
func New() *Tunnel {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &Tunnel{&http.Client{Transport: &http.Transport{Protocols: p}}}
}

// Get hides the client's.
func (t *Tunnel) Get(url string) (*http.Response, error) { return t.Client.Get(url) }
