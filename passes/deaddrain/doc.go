// Package deaddrain reports drains of response bodies that can never help.
//
// # Analyzer deaddrain
//
// deaddrain: report drains of response bodies that can never help
//
// A drain is there to get the connection back. Where the connection closes anyhow,
// or the body is at its end, it only costs time, on every version of Go.
//
// # Wrong
//
//	func load(url string) ([]byte, error) {
//		resp, err := http.Get(url)
//		if err != nil {
//			return nil, err
//		}
//		defer resp.Body.Close()
//		data, err := io.ReadAll(resp.Body)
//		if err != nil {
//			return nil, err
//		}
//		io.Copy(io.Discard, resp.Body)
//		// ^ resp.Body is drained (io.Copy), but the body is at its end already
//		return data, nil
//	}
//
// # Right
//
//	func load(url string) ([]byte, error) {
//		resp, err := http.Get(url)
//		if err != nil {
//			return nil, err
//		}
//		defer resp.Body.Close()
//		return io.ReadAll(resp.Body)
//	}
//
// # Why
//
//	connections for 20 requests, 1 KB each                 Go 1.26  Go 1.27
//	DisableKeepAlives, closed unread                            20       20
//	DisableKeepAlives, drained by hand, then closed             20       20
//	read by io.ReadAll, then closed                              1        1
//	read by io.ReadAll, drained by hand, then closed             1        1
//
// # What is reported, and what is not
//
// A drain can't help where
//
//   - the client has keep-alives disabled (DisableKeepAlives; or MaxIdleConnsPerHost or
//     MaxIdleConns below zero, which keep no connection of HTTP/1, and one of HTTP/2
//     needs no drain), also where another package made it;
//   - the request has Close set, or the header "Connection: close";
//   - the response was seen to say "Connection: close" (resp.Close);
//   - the body is at its end: it was read by io.ReadAll, copied to io.Discard, or
//     copied elsewhere without an error; or it answers a HEAD;
//   - it is capped, and the body is known to be longer: an io.CopyN of max bytes
//     below an if resp.ContentLength > max.
//
// # The fix
//
// A fix comes with the proof that manualdrain asks for, less what is about
// connections: where nothing closes the body the fix puts the Close in. A header
// "Connection: close" that is set by hand counts only if the server honours it, so
// there is no automatic fix.
//
// Taken for granted: that a request with Close set isn't redirected, for net/http
// makes the next one without it; and, on a connection that turns out to be HTTP/2,
// that the end of the body has arrived (else an early Close resets the stream).
//
// # To silence it
//
//	//lint:ignore deaddrain reason
//
// on the line, or on the line before it, silences a report.
//
// # Proof
//
// Programs are run before and after the fix, built by Go 1.26 and by Go 1.27, and their
// connections counted, and the figures above measured again.
//
//	go test ./internal/proof -run TestProofs/dead
//	go test ./internal/proof -run TestFigures/deaddrain
package deaddrain

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
