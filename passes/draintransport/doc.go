// Package draintransport reports drain.NewTransport where net/http drains by itself.
//
// # Analyzer draintransport
//
// draintransport: report drain.NewTransport where net/http drains by itself
//
// The package github.com/bodyvet/bodyvet/drain gives programs that are built by Go
// 1.26 what net/http's transport does since Go 1.27: it drains a body that is closed
// before its end. Built by Go 1.27, drain.NewTransport returns an http.Transport as it
// is, and so has nothing left to do.
//
// # Wrong
//
//	func newClient() *http.Client {
//		return &http.Client{Transport: drain.NewTransport(nil)}
//		// ^ drain.NewTransport is needless round http.DefaultTransport: since Go 1.27
//		//   net/http's transport drains by itself
//	}
//
// # Right
//
//	func newClient() *http.Client {
//		return &http.Client{Transport: http.DefaultTransport}
//	}
//
// # Why
//
//	connections for 20 requests, 1 KB each        Go 1.26  Go 1.27
//	closed unread                                      20   1 or 2
//	closed unread, through drain.NewTransport      1 or 2   1 or 2
//
// # What is reported, and what is not
//
// The pass reports only in files of which every build has Go 1.27 or newer: the go line
// of go.mod says so, or the file's own build constraint. The flag -go=1.27 previews
// an upgrade.
//
// It is silent where the transport isn't known to be an *http.Transport, by its type, as
// http.DefaultTransport, as nil, or as a local variable that is only ever one of these:
// round another RoundTripper drain.NewTransport still does its work. It is silent, too,
// where an option sets a limit other than the default. In Go 1.27 such an option has no
// effect round an *http.Transport, but whoever set it has to know.
//
// # The fix
//
// The fix leaves the transport alone, converted to http.RoundTripper where the code
// takes its type from the call. Afterwards "go mod tidy" drops the module.
//
// Taken for granted: that http.DefaultTransport is net/http's own. Where another package
// puts something else there, on top of net/http's transport, the bodies are still
// drained, further down.
//
// # To silence it
//
//	//lint:ignore draintransport reason
//
// on the line, or on the line before it, silences a report.
//
// # Proof
//
// The connections of a program before and after the fix are counted, under Go 1.27, and
// the figures above measured again.
//
//	go test ./internal/proof -run TestProofs/drain_transport
//	go test ./internal/proof -run TestFigures/draintransport
package draintransport

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
