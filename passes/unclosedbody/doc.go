// Package unclosedbody reports response bodies that some path never closes.
//
// # Analyzer unclosedbody
//
// unclosedbody: report response bodies that some path never closes
//
// A response that net/http's client returned without an error has a body that
// must be closed, read or not. Where it isn't, an HTTP/1 connection and the two
// goroutines that serve it stay for the life of the process.
//
// # Wrong
//
//	func fetch(url string) ([]byte, error) {
//		resp, err := http.Get(url)
//		// ^ response body of resp is not closed when the function returns at line 10
//		//   (when resp.StatusCode != http.StatusOK); the connection and its goroutines
//		//   stay
//		if err != nil {
//			return nil, err
//		}
//		if resp.StatusCode != http.StatusOK {
//			return nil, fmt.Errorf("unexpected status: %s", resp.Status)
//		}
//		defer resp.Body.Close()
//		return io.ReadAll(resp.Body)
//	}
//
// # Right
//
//	func fetch(url string) ([]byte, error) {
//		resp, err := http.Get(url)
//		if err != nil {
//			return nil, err
//		}
//		defer resp.Body.Close()
//		if resp.StatusCode != http.StatusOK {
//			return nil, fmt.Errorf("unexpected status: %s", resp.Status)
//		}
//		return io.ReadAll(resp.Body)
//	}
//
// # Why
//
// A body that was read to EOF gives its connection back by itself, but not on the
// path on which reading failed. One that was neither read nor closed keeps it:
//
//	connections for 20 requests, 1 KB each    Go 1.26  Go 1.27
//	neither read nor closed                        20       20
//	read to EOF, never closed                       1        1
//	closed unread                                  20   1 or 2
//
//	connections that are still open then      Go 1.26  Go 1.27
//	neither read nor closed                        20       20
//	read to EOF, never closed                       1        1
//	closed unread                                   0   1 or 2
//
// # What is reported, and what is not
//
// The pass follows every body through the paths of its function, and over calls,
// closures and packages to whoever owns it: a function that returns an open
// response makes its callers close it, one that closes what it is given relieves
// them. A function that closes what it is given on some of its paths satisfies its
// callers, and is reported itself where it returns with the body open. The pass
// reports only what is certain whatever unseen code does: a response that goes to
// code which can't be seen belongs to that code, and one of a transport that makes
// its responses itself, as fakes do, holds no connection. It is silent on bodies that
// hold nothing: http.NoBody, recorders, responses made by hand.
//
// # The fix
//
// Where one place is right the fix puts "defer resp.Body.Close()" there, or moves
// up the one that stands too low. It puts a Close before a return where the
// function closes by hand everywhere else.
//
// # To silence it
//
//	//lint:ignore unclosedbody reason
//
// on the line of the call, or on the line before it, silences a report.
//
// # Proof
//
// Programs are run before and after the fix against real servers, and their
// connections and goroutines counted; the figures above are measured again.
//
//	go test ./internal/proof -run TestProofs/unclosed
//	go test ./passes/unclosedbody -run TestStays
//	go test ./internal/proof -run TestFigures/unclosedbody
package unclosedbody

import (
	_ "embed" // for the manual

	"github.com/bodyvet/bodyvet/internal/check"
)

//go:embed doc.go
var source string

// doc is the manual: the comment above.
var doc = check.Doc(source)
