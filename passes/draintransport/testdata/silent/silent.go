// Package silent has calls that do something in Go 1.27, too, and some of which nobody
// knows.
package silent

import (
	"net/http"
	"time"

	"github.com/bodyvet/bodyvet/drain"
)

type layer struct{ *http.Transport }

func (l layer) RoundTrip(req *http.Request) (*http.Response, error) {
	return l.Transport.RoundTrip(req)
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

var global = http.DefaultTransport

func others(rt http.RoundTripper, c *http.Client, opts ...drain.Option) []http.RoundTripper {
	var none http.RoundTripper
	mixed := http.DefaultTransport
	if rt != nil {
		mixed = rt
	}
	pointed := http.DefaultTransport
	fill(&pointed)
	return []http.RoundTripper{
		drain.NewTransport(rt),
		drain.NewTransport(c.Transport),
		drain.NewTransport(layer{}),
		drain.NewTransport(roundTripper(nil)),
		drain.NewTransport(global),
		drain.NewTransport(none),
		drain.NewTransport(mixed),
		drain.NewTransport(pointed),
		drain.NewTransport(nil, drain.MaxBytes(1<<20)),
		drain.NewTransport(nil, drain.MaxTime(time.Second)),
		drain.NewTransport(nil, drain.MaxTime(c.Timeout)),
		drain.NewTransport(nil, opts...),
	}
}

func fill(rt *http.RoundTripper) { *rt = roundTripper(nil) }

var newTransport = drain.NewTransport

func ignored() http.RoundTripper {
	//lint:ignore draintransport it is built by Go 1.26 elsewhere
	return drain.NewTransport(nil)
}

func closes(resp *http.Response) error { return drain.Close(resp.Body) }
