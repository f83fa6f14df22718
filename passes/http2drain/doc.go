// Package http2drain reports drains on clients that speak only HTTP/2 or HTTP/3.
package http2drain

const doc = `report drains on clients that speak only HTTP/2 or HTTP/3

On HTTP/2 and HTTP/3 a response has a stream of its own: closing an unread body
resets that stream, and the connection goes on. A drain gains no reuse there, on
any version of Go:

	client := &http.Client{Transport: &http2.Transport{AllowHTTP: true}}
	...
	defer func() {
		io.Copy(io.Discard, resp.Body) // its client speaks only HTTP/2
		resp.Body.Close()
	}()

It isn't invisible, though: where the end of the body hasn't arrived yet, an early
Close resets the stream, and the server's handler sees its context cancelled. So
the fix comes only with the flag -unproved.

The pass knows x/net's http2.Transport, quic-go's http3, and the Protocols of an
http.Transport, over variables, fields, constructors, and wrappers that hand
responses on, also of other packages. What counts is the scheme of the request:
with a constant URL that scheme, else both. Protocols without UnencryptedHTTP2
means HTTP/1 on http, Protocols without HTTP2 means HTTP/1 on https. A transport
that only tries HTTP/2 (ForceAttemptHTTP2, http2.ConfigureTransport, the default)
is not meant.

It is silent where a trailer can be read, for which a body has to be read to its
end: the package reads trailers, or the response is handed on.

Taken for granted: that a server with TLS negotiates the protocol (one without
ALPN is spoken to in HTTP/1 even where Protocols has HTTP2 alone), and that no
redirect leads to another scheme.

	//lint:ignore http2drain reason

on the line, or on the line before it, silences a report.`
