// Package lib makes clients for others.
package lib

import "net/http"

// Single returns a client that closes each connection after one request.
func Single() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableKeepAlives = true
	return &http.Client{Transport: t}
}

// Pooled returns one that keeps them.
func Pooled() *http.Client {
	return &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
}

// Traced adds to a transport what a body doesn't notice.
func Traced(next http.RoundTripper) http.RoundTripper { return &traced{next} }

type traced struct{ next http.RoundTripper }

func (t *traced) RoundTrip(req *http.Request) (*http.Response, error) {
	req.Header.Set("Traceparent", "00")
	return t.next.RoundTrip(req)
}

// A Prober makes its requests on connections of their own.
type Prober struct{ client *http.Client }

// NewProber returns one.
func NewProber() *Prober { return &Prober{Single()} }

// Probe sends a request.
func (p *Prober) Probe(url string) (*http.Response, error) { return p.client.Get(url) }

// Hangup asks the server to close the connection.
func Hangup(c *http.Client, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Close = true
	return c.Do(req)
}

// An Open has a client that anybody can replace.
type Open struct{ Client *http.Client }

// NewOpen returns one whose client keeps no connection.
func NewOpen() *Open { return &Open{Single()} }
