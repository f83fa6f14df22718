package auth

import "net/http"

// A Key adds a key to each request.
type Key struct {
	Value string
	Base  http.RoundTripper
}

func (k *Key) RoundTrip(req *http.Request) (*http.Response, error) {
	base := k.Base
	if base == nil {
		base = http.DefaultTransport
	}
	req = req.Clone(req.Context())
	req.Header.Set("X-Api-Key", k.Value)
	return base.RoundTrip(req)
}
