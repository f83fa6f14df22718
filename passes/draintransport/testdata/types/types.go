// Package types has places that take their type from the call.
package types

import (
	"net/http"

	"github.com/bodyvet/bodyvet/drain"
)

func inferred(tr *http.Transport, debug bool, wrap func(http.RoundTripper) http.RoundTripper) http.RoundTripper {
	rt := drain.NewTransport(tr) // want `needless round tr`
	if debug {
		rt = wrap(rt)
	}
	return rt
}

func declared(tr *http.Transport) (http.RoundTripper, http.RoundTripper) {
	var a = drain.NewTransport(tr)                   // want `needless round tr`
	var b http.RoundTripper = drain.NewTransport(tr) // want `needless round tr`
	return a, b
}

func theDefault() http.RoundTripper {
	rt := drain.NewTransport(nil) // want `needless round http.DefaultTransport`
	return rt
}

func ptr[T any](v T) *T { return &v }

func generic(tr *http.Transport) *http.RoundTripper {
	return ptr(drain.NewTransport(tr)) // want `needless round tr`
}

func asserted(tr *http.Transport) bool {
	_, ok := drain.NewTransport(tr).(*http.Transport) // want `needless round tr`
	return ok
}

func converted() http.RoundTripper {
	return drain.NewTransport(http.RoundTripper(http.DefaultTransport)) // want `needless round an http.Transport`
}

func shadowed(tr *http.Transport) bool {
	http := "shadow"
	_, ok := drain.NewTransport(tr).(interface{ Name() string }) // want `needless round tr: .*; no automatic fix: the file has no name for net/http there`
	return ok && http != ""
}

func dropped() {
	drain.NewTransport(nil) // want `needless round http.DefaultTransport: .*; no automatic fix: the result isn't used`
}
