// Package unreadbody reports closes of response bodies that were not read to their end.
package unreadbody

const doc = `report closes of response bodies that were not read to their end (off by default)

Below Go 1.27 the HTTP/1 transport gives up the connection of a body that is closed
before its end: the next request opens another one. Two habits of good programs do so:

	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status) // nothing of the body was read
	}
	return json.NewDecoder(resp.Body).Decode(&v) // stops at the brace, not at EOF

The second one loses the connection only where the end of the body, perhaps just a
newline, comes in another segment than the value.

That is how things are, and not wrong: so the pass is off unless it is asked for, by
-unreadbody on the command line, or by the setting "enable". Since Go 1.27 the transport
drains what is left by itself, and the pass is silent where every build of the file is
certain to have it. Before the upgrade the package drain of this module helps: its
NewTransport gives every response of a client the behaviour of Go 1.27, and its Close
drains one body.

The pass reports a Close before which, on some path, nothing has read the body, or only
one Decode of encoding/json or encoding/xml. It is silent where other code got the body,
for HEAD requests, where the status is known to come without a body, where keep-alives are off, in _test.go
files and functions that take a *testing.T or the like.

The proof counts the connections of a real server:

	go test ./passes/unreadbody -run TestClosesCostConnections

	//lint:ignore unreadbody reason

on the line, or on the line before it, silences a report.`
