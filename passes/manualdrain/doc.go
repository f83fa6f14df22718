// Package manualdrain reports drains of response bodies that are written by hand.
//
// # Analyzer manualdrain
//
// manualdrain: report drains of response bodies that are written by hand
//
// Before Go 1.27 a client had to read a response body to its end before closing
// it, or lose the connection. Since Go 1.27 the HTTP/1 transport does that by
// itself when the body is closed, within limits.
//
// # Wrong
//
//	func ping(url string) (bool, error) {
//		resp, err := http.Get(url)
//		if err != nil {
//			return false, err
//		}
//		defer func() {
//			io.Copy(io.Discard, resp.Body)
//			// ^ resp.Body is drained by hand (io.Copy): since Go 1.27, Close drains what
//			//   is left of an HTTP/1 body by itself
//			resp.Body.Close()
//		}()
//		return resp.StatusCode == http.StatusOK, nil
//	}
//
// # Right
//
//	func ping(url string) (bool, error) {
//		resp, err := http.Get(url)
//		if err != nil {
//			return false, err
//		}
//		defer resp.Body.Close()
//		return resp.StatusCode == http.StatusOK, nil
//	}
//
// # Why
//
// The drain costs the time in which the caller waits for bytes that nobody wants,
// and the connection is given back without it:
//
//	connections for 20 requests, 1 KB each    Go 1.26  Go 1.27
//	closed unread                                  20   1 or 2
//	drained by hand, then closed                    1        1
//
// The second connection is the price of a race: a request that follows at once can
// come before the background drain has ended.
//
// # What is reported, and what is not
//
// The pass knows io.Copy, CopyN and CopyBuffer into io.Discard, limited and
// buffered readers, ReadAll with its result dropped, WriteTo(io.Discard), loops
// that read into a dead buffer, and one's own copy functions round these.
//
// It reports only in files of which every build has Go 1.27 or newer: the go line
// of go.mod says so, or the file's own build constraint. The flag -go=1.27 previews
// an upgrade.
//
// It is silent where reading is the point: the result is acted on, a hash or a tee
// takes part, a time is taken afterwards, resp.Trailer is read, more is read
// afterwards, the function is a benchmark; and where no client of net/http stands
// behind the body.
//
// # The fix
//
// A fix comes only with a proof: the same body is closed on every path after the
// drain, that Close reaches the transport, no cancel of the request lies between,
// no request follows at once in the same loop, and nobody else reads the body
// meanwhile. Where a line of the proof is open the message names it, and the flag
// -unproved attaches the fix all the same. Where nothing closes the body the fix
// puts the Close in: reading to the end was what gave the connection back.
//
// Taken for granted: that what is left is within the limits of the transport
// (today 256 KiB and 50 ms), and, on a connection that turns out to be HTTP/2, that the
// end of the body has arrived; else an early Close cancels the server's handler.
//
// # To silence it
//
//	//lint:ignore manualdrain reason
//
// on the line, or on the line before it, silences a report.
//
// # Proof
//
// Programs are run before and after the fix against real servers, and their
// connections counted; the figures above are measured again.
//
//	go test ./internal/proof -run TestProofs/drain
//	go test ./internal/proof -run TestFigures/manualdrain
package manualdrain

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
