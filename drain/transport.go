package drain

import (
	"io"
	"net/http"
)

// NewTransport returns a RoundTripper that sends requests through base and drains the
// bodies that a program closes unread, as the transport of Go 1.27 does. If base is
// nil, it is the current value of [http.DefaultTransport].
//
// Closing an unread body returns at once. In the background at most [DefaultMaxBytes]
// more are read, for at most [DefaultMaxTime]; if that reaches the end of the body,
// the connection can be reused, else it is closed. As under Go 1.27:
//
//   - Nothing is drained where that gains nothing: on HTTP/2 and whatever else is not
//     HTTP/1, after CONNECT or a switch of protocols (the body of which still is an
//     [io.ReadWriteCloser]), on a connection that is closed anyway because the
//     request or the response says so, and where the declared length of the body
//     exceeds the limit.
//   - Nothing is drained if the request's context is cancelled before Close. Cancelled
//     after Close it does no harm.
//   - Trailers that arrive during the drain are dropped.
//   - Close returns nil, also if the body turns out to be cut short. Read reports what
//     it always did.
//   - The drain races the next request, which may have to open one more connection.
//     Where that matters there is [Close].
//
// The client's CloseIdleConnections reaches base.
//
// Built by Go 1.27 or newer, NewTransport returns base itself if that is an
// [http.Transport]: it drains on its own. With any other base the RoundTripper does
// the same as under Go 1.26. It then reads and closes base's bodies in a goroutine of
// its own after the program has closed them, and a body's Close must end a pending
// Read, as that of net/http's does. So where there are other layers, this one belongs
// at the bottom, right on the http.Transport: those above then see what the program
// does, when it does it, and all of it vanishes with Go 1.27.
func NewTransport(base http.RoundTripper, opts ...Option) http.RoundTripper {
	if base == nil {
		base = http.DefaultTransport
	}
	if _, ok := base.(*http.Transport); ok && native {
		return base
	}
	t := &transport{base: base, limits: defaultLimits}
	t.http, _ = base.(*http.Transport)
	for _, opt := range opts {
		opt(&t.limits)
	}
	return t
}

type transport struct {
	base   http.RoundTripper
	http   *http.Transport // base, if it is one
	limits limits
}

// CloseIdleConnections is what [http.Client.CloseIdleConnections] calls.
func (t *transport) CloseIdleConnections() {
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// RoundTrip implements [http.RoundTripper].
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	b := &drainedBody{transport: t}
	ctx := req.Context()
	switch {
	case t.http == nil && (!native || ctx.Done() != nil):
		b.ctx.outer = ctx
		b.abortable = newAbortable(&b.ctx)
		ctx = b.abortable
	case ctx.Done() != nil:
		b.ctx.outer = ctx
		ctx = &b.ctx
	}
	// A copy also where the context stays the same: it is ours alone, and so nobody
	// else sends it again while interrupt may still cancel it.
	b.req = *req.WithContext(ctx)

	resp, err := t.base.RoundTrip(&b.req)
	if resp == nil {
		return nil, err
	}
	if resp.Request == &b.req {
		resp.Request = req
	}
	if err != nil || !t.drains(req, resp) {
		return resp, err
	}

	b.base = resp.Body
	b.gzip = resp.Uncompressed
	if resp.ContentLength < 0 {
		// A trailer may follow, and base writes it to its own response when it
		// reads that far. That may be in the background, when the response
		// belongs to the program; so the program gets a copy.
		b.resp = resp
		program := *resp
		program.Trailer = resp.Trailer.Clone()
		b.copy = &program
		resp = b.copy
	}
	resp.Body = b
	return resp, nil
}

// drains reports whether an early close of the response's body is worth a drain.
func (t *transport) drains(req *http.Request, resp *http.Response) bool {
	switch {
	case t.limits.bytes <= 0 || t.limits.time <= 0:
		return false // switched off
	case resp.Body == nil || resp.Body == http.NoBody:
		return false // nothing to read: HEAD, 204, an empty body
	case resp.ProtoMajor != 1:
		return false // HTTP/2 resets the stream and keeps the connection
	case req.Close || resp.Close:
		return false // the connection is closed whatever happens
	case req.Method == http.MethodConnect || resp.StatusCode < 200:
		return false // the connection belongs to another protocol now
	case resp.ContentLength > t.limits.bytes:
		return false
	}
	_, writable := resp.Body.(io.Writer)
	return !writable // the caller owns the connection
}
