// Package http2drain reports drains on clients that speak only HTTP/2 or HTTP/3.
//
// # Analyzer http2drain
//
// http2drain: report drains on clients that speak only HTTP/2 or HTTP/3
//
// On HTTP/2 and HTTP/3 a response has a stream of its own: closing an unread body
// resets that stream, and the connection goes on. A drain gains no reuse there, on
// any version of Go.
//
// # Wrong
//
//	var client = newClient()
//
//	func newClient() *http.Client {
//		var p http.Protocols
//		p.SetHTTP2(true)
//		p.SetUnencryptedHTTP2(true)
//		return &http.Client{Transport: &http.Transport{Protocols: &p}}
//	}
//
//	func ping(url string) (bool, error) {
//		resp, err := client.Get(url)
//		if err != nil {
//			return false, err
//		}
//		defer func() {
//			io.Copy(io.Discard, resp.Body)
//			// ^ resp.Body is drained (io.Copy), but its client speaks only HTTP/2: there
//			//   a plain Close keeps the connection on every version of Go
//			resp.Body.Close()
//		}()
//		return resp.StatusCode == http.StatusOK, nil
//	}
//
// # Right
//
//	var client = newClient()
//
//	func newClient() *http.Client {
//		var p http.Protocols
//		p.SetHTTP2(true)
//		p.SetUnencryptedHTTP2(true)
//		return &http.Client{Transport: &http.Transport{Protocols: &p}}
//	}
//
//	func ping(url string) (bool, error) {
//		resp, err := client.Get(url)
//		if err != nil {
//			return false, err
//		}
//		defer resp.Body.Close()
//		return resp.StatusCode == http.StatusOK, nil
//	}
//
// # Why
//
//	connections for 20 requests over HTTP/2   Go 1.26  Go 1.27
//	closed unread                                   1        1
//	drained by hand, then closed                    1        1
//
// # What is reported, and what is not
//
// The pass knows x/net's http2.Transport, quic-go's http3, and the Protocols of an
// http.Transport, over variables, fields, constructors, and wrappers that hand
// responses on, also of other packages. What counts is the scheme of the request:
// with a constant URL that scheme, else both. Protocols without UnencryptedHTTP2
// means HTTP/1 on http, Protocols without HTTP2 means HTTP/1 on https. A transport
// that only tries HTTP/2 (ForceAttemptHTTP2, http2.ConfigureTransport, the default)
// is not meant.
//
// It is silent where a trailer can be read, for which a body has to be read to its
// end: the package reads trailers, or the response is handed on.
//
// # The fix
//
// A drain isn't invisible on HTTP/2: where the end of the body hasn't arrived yet, an
// early Close resets the stream, and the server's handler sees its context cancelled.
// So the fix comes only with the flag -unproved.
//
// Taken for granted: that a server with TLS negotiates the protocol (one without
// ALPN is spoken to in HTTP/1 even where Protocols has HTTP2 alone), and that no
// redirect leads to another scheme.
//
// # To silence it
//
//	//lint:ignore http2drain reason
//
// on the line, or on the line before it, silences a report.
//
// # Proof
//
// Programs are run with and without the drain, and their connections counted and the
// handlers that are cancelled, and the figures above measured again.
//
//	go test ./internal/proof -run TestProofs/http2
//	go test ./internal/proof -run TestFigures/http2drain
package http2drain

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
