// Package wrapped has the places where a transport is wrapped.
package wrapped

import (
	"net/http"
	"time"

	"github.com/bodyvet/bodyvet/drain"
)

// Client has net/http's default transport.
var Client = &http.Client{Transport: drain.NewTransport(nil)} // want `drain.NewTransport is needless round http.DefaultTransport: since Go 1.27 net/http's transport drains by itself`

// Named says which.
var Named = &http.Client{
	Transport: drain.NewTransport(http.DefaultTransport), // want `needless round http.DefaultTransport`
	Timeout:   time.Minute,                               // for all of it
}

// Own has its own, with comments.
var Own = &http.Client{
	// A comment above.
	Transport: drain.NewTransport( // want `needless round an http.Transport`
		&http.Transport{
			// A few are enough.
			MaxIdleConnsPerHost: 2, // per host
		},
	),
}

// Twice does it twice.
var Twice = http.Client{
	Transport: drain.NewTransport(drain.NewTransport(nil)), // want `round an http.Transport` `round http.DefaultTransport`
}

type service struct {
	base *http.Transport
	rt   http.RoundTripper
}

func newService(base *http.Transport) *service {
	s := &service{base: base, rt: drain.NewTransport(base)} // want `needless round base`
	s.rt = drain.NewTransport(s.base)                       // want `needless round an http.Transport`
	return s
}

func (s *service) transport() http.RoundTripper {
	return drain.NewTransport(s.base.Clone()) // want `needless round an http.Transport`
}

func layered(agent func(http.RoundTripper) http.RoundTripper) http.RoundTripper {
	return agent(drain.NewTransport(http.DefaultTransport.(*http.Transport))) // want `needless round an http.Transport`
}

func list(a, b *http.Transport) []http.RoundTripper {
	return append([]http.RoundTripper{drain.NewTransport(a)}, drain.NewTransport(b)) // want `round a` `round b`
}

func send(req *http.Request) (*http.Response, error) {
	return drain.NewTransport(&http.Transport{}).RoundTrip(req) // want `needless round an http.Transport`
}
