// Package clientpercall reports transports that are made for each call of a function.
package clientpercall

const doc = `report transports that are made for each call and dropped

An http.Transport is a pool of connections. One that is made for a request and then
forgotten takes its pool along:

	func fetch(url string) (*http.Response, error) {
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
		return client.Get(url) // a new connection each time, and nobody closes the old ones
	}

Each call pays for a connection, and for a TLS handshake. When the body is closed the
connection goes back into a pool that nobody will ask again, and stays there, with the
two goroutines that serve it, until the server closes it. Since Go 1.27 that happens to
bodies that were not read as well: before, such a connection was closed.

Make the transport once and keep it, in a variable or a field. Where each call must
have one of its own, close what it leaves behind, with CloseIdleConnections, or set
DisableKeepAlives.

The pass knows literals, new(http.Transport), clones of http.DefaultTransport, and the
package's own functions that return one, or a client with one. It is silent where the
transport or its client is stored, returned, captured or passed to code that may keep
it; where keep-alives are off, for the transport or for a request; where
CloseIdleConnections is called; in main packages and below cmd/, but for HTTP handlers;
in functions that run at start-up only, in sync.Once, in _test.go files and functions that take a
*testing.T or the like; and where several requests in a
loop share the transport, which has an IdleConnTimeout.

The proof counts what stays of calls to a real server:

	go test ./passes/clientpercall -run TestConnectionsStay

	//lint:ignore clientpercall reason

on the line, or on the line before it, silences a report.`
