// Package drainhelper reports functions that exist to drain response bodies, and
// their calls.
//
// # Analyzer drainhelper
//
// drainhelper: report functions that exist to drain response bodies, and their calls
//
// A function that does nothing but drain and close what it is given, with its
// guards and logs, has no purpose since Go 1.27.
//
// # Wrong
//
//	func finish(resp *http.Response) {
//		// ^ finish exists to drain response bodies: since Go 1.27, Close drains what is
//		//   left of an HTTP/1 body by itself
//		io.Copy(io.Discard, resp.Body)
//		resp.Body.Close()
//	}
//
//	func ping(url string) (bool, error) {
//		resp, err := http.Get(url)
//		if err != nil {
//			return false, err
//		}
//		defer finish(resp)
//		// ^ finish drains resp.Body: since Go 1.27 a plain Close does the same for the
//		//   connection
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
// What manualdrain says of a drain in place goes for one in a function:
//
//	connections for 20 requests, 1 KB each    Go 1.26  Go 1.27
//	closed unread                                  20   1 or 2
//	drained by hand, then closed                    1        1
//
// # What is reported, and what is not
//
// Functions, methods and function literals count, those that call another helper
// too, and their calls in other packages. A helper that other things than response
// bodies go through is not reported, but its calls with a response body are. A
// helper whose result tells how the drain went is not reported either; its calls
// are where that result is dropped. See manualdrain for the versions of Go, and for
// what is left alone because reading is the point.
//
// # The fix
//
// A helper is fixed as a whole. Where it is unexported, never used as a value, and
// called only with responses that are certain to be there, its calls become a
// plain Close and it goes. Everywhere else the drain inside goes, its guards and
// its calls stay: half of all such calls stand before the error check, where the
// response can be nil. The call of another package's helper is fixed by itself.
//
// # To silence it
//
//	//lint:ignore drainhelper reason
//
// on the line, or on the line before it, silences a report.
//
// # Proof
//
// Programs are run before and after the fix against real servers, and their
// connections counted; the figures above are measured again.
//
//	go test ./internal/proof -run TestProofs/helper
//	go test ./internal/proof -run TestFigures/drainhelper
package drainhelper

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
