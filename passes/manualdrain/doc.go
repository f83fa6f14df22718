// Package manualdrain reports drains of response bodies that are written by hand.
package manualdrain

const doc = `report drains of response bodies that are written by hand

Before Go 1.27 a client had to read a response body to its end before closing
it, or lose the connection. Since Go 1.27 the HTTP/1 transport does that by
itself when the body is closed, within limits:

	defer func() {
		io.Copy(io.Discard, resp.Body) // resp.Body is drained by hand
		resp.Body.Close()
	}()

can be

	defer resp.Body.Close()

The pass knows io.Copy, CopyN and CopyBuffer into io.Discard, limited and
buffered readers, ReadAll with its result dropped, WriteTo(io.Discard), loops
that read into a dead buffer, and one's own copy functions round these.

It reports only in files of which every build has Go 1.27 or newer: the go line
of go.mod says so, or the file's own build constraint. The flag -go=1.27 previews
an upgrade.

It is silent where reading is the point: the result is acted on, a hash or a tee
takes part, a time is taken afterwards, resp.Trailer is read, more is read
afterwards, the function is a benchmark; and where no client of net/http stands
behind the body.

A fix comes only with a proof: the same body is closed on every path after the
drain, that Close reaches the transport, no cancel of the request lies between,
no request follows at once in the same loop, and nobody else reads the body
meanwhile. Where a line of the proof is open the message names it, and the flag
-unproved attaches the fix all the same. Where nothing closes the body the fix
puts the Close in: reading to the end was what gave the connection back.

Taken for granted: that what is left is within the limits of the transport
(today 256 KiB and 50 ms), and, on a connection that turns out to be HTTP/2, that the
end of the body has arrived; else an early Close cancels the server's handler.

The proof runs programs before and after the fix against real servers, and counts
connections:

	go test ./internal/proof -run TestProofs/drain

	//lint:ignore manualdrain reason

on the line, or on the line before it, silences a report.`
