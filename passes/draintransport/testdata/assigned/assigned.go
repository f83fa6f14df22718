// Package assigned puts drain into variables.
package assigned

import (
	"net/http"

	"github.com/bodyvet/bodyvet/drain"
)

func init() {
	http.DefaultClient.Timeout = 5
	http.DefaultTransport = drain.NewTransport(http.DefaultTransport) // want `needless round http.DefaultTransport`
}

func local(own bool) http.RoundTripper {
	base := http.DefaultTransport
	if own {
		base = &http.Transport{}
	}
	base = drain.NewTransport(base) // want `needless round base`
	return base
}
