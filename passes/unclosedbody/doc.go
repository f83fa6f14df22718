// Package unclosedbody reports response bodies that some path never closes.
package unclosedbody

const doc = `report response bodies that some path never closes

A response that net/http's client returned without an error has a body that
must be closed, read or not. Where it isn't, an HTTP/1 connection and the two
goroutines that serve it stay for the life of the process. A body that was read
to EOF gives them back by itself, but not on the path on which reading failed.

	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("unexpected status: %s", resp.Status) // the body is open
	}
	defer resp.Body.Close()

The pass follows every body through the paths of its function, and over calls,
closures and packages to whoever owns it: a function that returns an open
response makes its callers close it, one that closes what it is given relieves
them. A function that closes what it is given on some of its paths satisfies its
callers, and is reported itself where it returns with the body open. The pass
reports only what is certain whatever unseen code does: a response that goes to
code which can't be seen belongs to that code, and one of a transport that makes
its responses itself, as fakes do, holds no connection.

Where one place is right the fix puts "defer resp.Body.Close()" there, or moves
up the one that stands too low. It puts a Close before a return where the
function closes by hand everywhere else.

The proof runs programs before and after the fix against real servers, and counts
connections and goroutines:

	go test ./internal/proof -run TestProofs/unclosed
	go test ./passes/unclosedbody -run TestStays

	//lint:ignore unclosedbody reason

on the line of the call, or on the line before it, silences a report.`
