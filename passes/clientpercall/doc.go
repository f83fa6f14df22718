// Package clientpercall reports transports that are made for each call of a function.
//
// # Analyzer clientpercall
//
// clientpercall: report transports that are made for each call and dropped
//
// An http.Transport is a pool of connections. One that is made for a request and then
// forgotten takes its pool along.
//
// # Wrong
//
//	func ping(url string) (bool, error) {
//		client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 10}}
//		resp, err := client.Get(url)
//		if err != nil {
//			return false, err
//		}
//		defer resp.Body.Close()
//		return resp.StatusCode == http.StatusOK, nil
//	}
//
// # Right
//
//	var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 10}}
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
// Each call pays for a connection, and for a TLS handshake. When the body is closed the
// connection goes back into a pool that nobody will ask again, and stays there, with the
// two goroutines that serve it, until the server closes it. Since Go 1.27 that happens to
// bodies that were not read as well: before, such a connection was closed.
//
//	connections for 20 requests, 1 KB each        Go 1.26  Go 1.27
//	a Transport for each, drained and closed           20       20
//	one Transport, drained and closed                   1        1
//
//	connections that are still open then          Go 1.26  Go 1.27
//	a Transport for each, drained and closed           20       20
//	a Transport for each, closed unread                 0       20
//	one Transport, drained and closed                   1        1
//
// Make the transport once and keep it, in a variable or a field. Where each call must
// have one of its own, close what it leaves behind, with CloseIdleConnections, or set
// DisableKeepAlives.
//
// # What is reported, and what is not
//
// The pass knows literals, new(http.Transport), clones of http.DefaultTransport, and the
// package's own functions that return one, or a client with one. It is silent where the
// transport or its client is stored, returned, captured or passed to code that may keep
// it; where keep-alives are off, for the transport or for a request; where
// CloseIdleConnections is called; in main packages and below cmd/, but for HTTP handlers;
// in functions that run at start-up only, in sync.Once, in _test.go files and functions
// that take a *testing.T or the like; and where several requests in a loop share the
// transport, which has an IdleConnTimeout.
//
// # To silence it
//
//	//lint:ignore clientpercall reason
//
// on the line, or on the line before it, silences a report.
//
// # Proof
//
// What stays of calls to a real server is counted, and the figures above measured again.
//
//	go test ./passes/clientpercall -run TestConnectionsStay
//	go test ./internal/proof -run TestProofs/percall
//	go test ./internal/proof -run TestFigures/clientpercall
package clientpercall

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
