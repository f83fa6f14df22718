// Package drainhelper reports functions that exist to drain response bodies, and
// their calls.
package drainhelper

const doc = `report functions that exist to drain response bodies, and their calls

A function that does nothing but drain and close what it is given, with its
guards and logs, has no purpose since Go 1.27:

	func finish(resp *http.Response) { // finish exists to drain response bodies
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}

	defer finish(resp) // finish drains resp.Body

Functions, methods and function literals count, those that call another helper
too, and their calls in other packages. A helper that other things than response
bodies go through is not reported, but its calls with a response body are. A
helper whose result tells how the drain went is not reported either; its calls
are where that result is dropped. See manualdrain for the versions of Go, and for
what is left alone because reading is the point.

A helper is fixed as a whole. Where it is unexported, never used as a value, and
called only with responses that are certain to be there, its calls become a
plain Close and it goes. Everywhere else the drain inside goes, its guards and
its calls stay: half of all such calls stand before the error check, where the
response can be nil. The call of another package's helper is fixed by itself.

The proof runs programs before and after the fix against real servers, and counts
connections:

	go test ./internal/proof -run TestProofs/helper

	//lint:ignore drainhelper reason

on the line, or on the line before it, silences a report.`
