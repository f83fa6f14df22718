// Package draincaps reports limits of net/http's transport that were copied into
// code.
//
// # Analyzer draincaps
//
// draincaps: report limits of the transport that were copied into a drain
//
// Since Go 1.27 the HTTP/1 transport drains a body that is closed before its end,
// within limits of its own: today 256 KiB and 50 ms. These are details of its
// implementation, not documented, and may change in any release.
//
// # Wrong
//
//	const maxDrain = 256 << 10
//
//	func finish(resp *http.Response) {
//		io.CopyN(io.Discard, resp.Body, maxDrain)
//		// ^ maxDrain repeats the transport's own limit (256 KiB), which may change in
//		//   any release of Go
//		resp.Body.Close()
//	}
//
// # Right
//
//	func finish(resp *http.Response) {
//		resp.Body.Close()
//	}
//
// # Why
//
// Code that repeats the limits is tied to one release of Go, and makes readers believe
// that the number means something to the program. Where a drain is needed at all, its
// limit is a matter of the program: how many bytes a connection is worth. Where the
// numbers are there because the transport has them, the drain can go with them: Close
// does that.
//
//	connections for 20 requests               Go 1.26  Go 1.27
//	256 KiB, closed unread                         20   1 or 2
//	257 KiB, closed unread                         20       20
//	257 KiB, drained by hand, then closed           1        1
//
// # What is reported, and what is not
//
// The pass reports 256 KiB, in every spelling, as the count of an io.CopyN, as the
// limit of an io.LimitReader, io.LimitedReader or http.MaxBytesReader, as what the
// read bytes of a loop or resp.ContentLength are compared with, and as an argument of a
// drain helper; and 50 ms, as the timer that ends the drain. It does so only round a drain
// of a response body, and never changes code: the report of the drain itself
// (manualdrain, drainhelper) has the fix.
//
// # To silence it
//
//	//lint:ignore draincaps reason
//
// on the line, or on the line before it, silences a report.
//
// # Proof
//
// The limits of the transport that the test is built with are found by trial, and the
// figures above measured again.
//
//	go test ./passes/draincaps -run TestLimitsAreTheTransports
//	go test ./internal/proof -run TestFigures/draincaps
package draincaps

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
