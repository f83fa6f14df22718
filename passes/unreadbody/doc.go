// Package unreadbody reports closes of response bodies that were not read to their end.
//
// # Analyzer unreadbody
//
// unreadbody: report closes of response bodies that were not read to their end (off by default)
//
// Below Go 1.27 the HTTP/1 transport gives up the connection of a body that is closed
// before its end: the next request opens another one. Two habits of good programs do so:
// they look only at the status, or they decode one value, which stops at its brace and
// not at EOF.
//
// # Wrong
//
//	func load(url string, v any) error {
//		resp, err := http.Get(url)
//		if err != nil {
//			return err
//		}
//		defer resp.Body.Close()
//		// ^ the body is closed and nothing has read it: Go before 1.27 closes the
//		//   connection, too; Go 1.27 drains it, and so does the drain package of bodyvet
//		if resp.StatusCode != http.StatusOK {
//			return errors.New(resp.Status)
//		}
//		return json.NewDecoder(resp.Body).Decode(v)
//	}
//
// # Right
//
//	func load(url string, v any) error {
//		resp, err := http.Get(url)
//		if err != nil {
//			return err
//		}
//		defer func() {
//			io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10)) // until Go 1.27
//			resp.Body.Close()
//		}()
//		if resp.StatusCode != http.StatusOK {
//			return errors.New(resp.Status)
//		}
//		return json.NewDecoder(resp.Body).Decode(v)
//	}
//
// # Why
//
//	connections for 20 requests                                 Go 1.26  Go 1.27
//	closed unread                                                    20   1 or 2
//	one Decode, the newline behind it comes later, closed            20   1 or 2
//	closed unread, through drain.NewTransport                    1 or 2   1 or 2
//
// A decoder loses the connection only where the end of the body, perhaps just a newline,
// comes in another segment than the value.
//
// That is how things are, and not wrong: so the pass is off unless it is asked for, by
// -unreadbody on the command line, or by the setting "enable". Since Go 1.27 the transport
// drains what is left by itself, and the pass is silent where every build of the file is
// certain to have it. Before the upgrade the package drain of this module helps: its
// NewTransport gives every response of a client the behaviour of Go 1.27, and its Close
// drains one body.
//
// # What is reported, and what is not
//
// The pass reports a Close before which, on some path, nothing has read the body, or only
// one Decode of encoding/json or encoding/xml. It is silent where other code got the body,
// for HEAD requests, where the status is known to come without a body, where keep-alives
// are off, in _test.go files and functions that take a *testing.T or the like. It doesn't
// know of the package drain, and reports closes that this has seen to as well.
//
// # To silence it
//
//	//lint:ignore unreadbody reason
//
// on the line, or on the line before it, silences a report.
//
// # Proof
//
// The connections of a real server are counted, and the figures above measured again.
//
//	go test ./passes/unreadbody -run TestClosesCostConnections
//	go test ./internal/proof -run TestFigures/unreadbody
package unreadbody

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
