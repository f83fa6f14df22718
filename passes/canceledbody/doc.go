// Package canceledbody reports requests whose context is cancelled before their body
// is closed.
//
// # Analyzer canceledbody
//
// canceledbody: report requests that are cancelled before their body is closed
//
// A response body lives as long as the context of its request. When that is cancelled
// while something is still unread, the transport drops the connection, and a Close that
// comes later can't give it back, on any version of Go. And what is returned can't be
// read any more, beyond what happens to have arrived.
//
// # Wrong
//
//	func ping(ctx context.Context, req *http.Request) (bool, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Second)
//		resp, err := http.DefaultClient.Do(req.WithContext(ctx))
//		if err != nil {
//			cancel()
//			return false, err
//		}
//		defer resp.Body.Close()
//		defer cancel()
//		// ^ the deferred cancel runs before the body is closed at line 8 (the last defer
//		//   runs first), with nothing read from it: the connection is lost
//		return resp.StatusCode == http.StatusOK, nil
//	}
//
//	func open(req *http.Request) (*http.Response, error) {
//		ctx, cancel := context.WithTimeout(req.Context(), time.Second)
//		defer cancel()
//		// ^ the deferred cancel ends the request whose body is returned at line 20:
//		//   reading it ends in "context canceled"
//		return http.DefaultClient.Do(req.WithContext(ctx))
//	}
//
// # Right
//
//	func ping(ctx context.Context, req *http.Request) (bool, error) {
//		ctx, cancel := context.WithTimeout(ctx, time.Second)
//		defer cancel()
//		resp, err := http.DefaultClient.Do(req.WithContext(ctx))
//		if err != nil {
//			return false, err
//		}
//		defer resp.Body.Close()
//		return resp.StatusCode == http.StatusOK, nil
//	}
//
//	func open(ctx context.Context, req *http.Request) (*http.Response, error) {
//		return http.DefaultClient.Do(req.WithContext(ctx)) // the caller cancels, after its Close
//	}
//
// # Why
//
// The last defer is the first to run. The order costs a connection for each request:
//
//	connections for 20 requests, 1 KB each    Go 1.26  Go 1.27
//	cancelled, then closed                         20       20
//	closed, then cancelled                         20   1 or 2
//
// So the right order gains a connection with Go 1.27 and newer. Before, a Close gives back
// no connection while something is unread, and the order makes no difference.
//
// Cancel after the Close; "defer cancel()" belongs directly behind the call that made
// cancel. A function that returns a body must leave the cancel to whoever closes it, for
// instance by a body whose Close cancels as well.
//
// # What is reported, and what is not
//
// The pass follows the context from context.WithCancel, WithTimeout, WithDeadline and
// their like to the request, through variables, derived contexts, and functions that are
// handed the context or the request, also those of other packages. It reports paths on
// which nothing has read the body when it is cancelled, or only a decoder, which stops
// at the end of its value. It is silent where other code has read from the body, since
// that may have met its end, for HEAD requests, where the client or the request ends the
// connection anyhow or speaks only HTTP/2, and, but for returned bodies, in _test.go
// files and functions that take a *testing.T or the like.
//
// A function that is given to context.AfterFunc runs after the cancel: a Close in it is
// reported where nothing else closes the body, or may read it.
//
// # The fix
//
// The fix swaps the two statements, where they stand next to each other.
//
// # To silence it
//
//	//lint:ignore canceledbody reason
//
// on the line, or on the line before it, silences a report.
//
// # Proof
//
// The connections of a real server are counted, and the figures above measured again.
//
//	go test ./passes/canceledbody -run TestOrderCostsConnections
//	go test ./passes/canceledbody -run TestReturnedBodyEndsInCanceled
//	go test ./internal/proof -run TestProofs/canceled
//	go test ./internal/proof -run TestFigures/canceledbody
package canceledbody

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
