// Package canceledbody reports requests whose context is cancelled before their body
// is closed.
package canceledbody

const doc = `report requests that are cancelled before their body is closed

A response body lives as long as the context of its request. When that is cancelled
while something is still unread, the transport drops the connection, and a Close that
comes later can't give it back, on any version of Go:

	ctx, cancel := context.WithTimeout(ctx, time.Second)
	...
	resp, err := client.Do(req.WithContext(ctx))
	...
	defer resp.Body.Close()
	defer cancel() // runs first: the last defer is the first to run

and what is returned can't be read any more, beyond what happens to have arrived:

	defer cancel()
	return client.Do(req.WithContext(ctx)) // reading the body: context canceled

Cancel after the Close; "defer cancel()" belongs directly behind the call that made
cancel. A function that returns a body must leave the cancel to whoever closes it, for
instance by a body whose Close cancels as well.

The pass follows the context from context.WithCancel, WithTimeout, WithDeadline and
their like to the request, through variables, derived contexts, and functions that are
handed the context or the request, also those of other packages. It reports paths on
which nothing has read the body when it is cancelled, or only a decoder, which stops
at the end of its value. It is silent where other code has read from the body, since
that may have met its end, for HEAD requests, and, but for returned bodies, in
_test.go files and functions that take a *testing.T or the like.

The fix swaps the two statements, where they stand next to each other.

The proof counts the connections of a real server:

	go test ./passes/canceledbody -run TestOrderCostsConnections

	//lint:ignore canceledbody reason

on the line, or on the line before it, silences a report.`
