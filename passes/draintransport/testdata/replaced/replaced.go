// Package replaced puts a transport of its own in the place of the default one.
package replaced

import (
	"net/http"

	"github.com/bodyvet/bodyvet/drain"
)

type cache struct{ next http.RoundTripper }

func (c cache) RoundTrip(req *http.Request) (*http.Response, error) { return c.next.RoundTrip(req) }

func init() {
	http.DefaultTransport = cache{drain.NewTransport(&http.Transport{})} // want `needless round an http.Transport`
}

// Client has the cache, and a drain round that.
var Client = &http.Client{Transport: drain.NewTransport(http.DefaultTransport)}
