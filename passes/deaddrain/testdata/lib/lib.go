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
