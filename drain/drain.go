package drain

import (
	"io"
	"math"
	"net/http"
	"time"
)

// The limits of a drain, unless an [Option] sets others. Both are those of
// net/http's transport in Go 1.27 (maxPostCloseReadBytes and maxPostCloseReadTime in
// net/http/transport.go). They are an implementation detail there and here: a program
// that depends on their values will break.
const (
	// DefaultMaxBytes is how many bytes of a body a drain reads at most: 256 KiB. A
	// body with exactly as many left is still drained.
	DefaultMaxBytes int64 = 256 << 10

	// DefaultMaxTime is how long a drain takes at most: 50 milliseconds.
	DefaultMaxTime = 50 * time.Millisecond
)

// An Option sets a limit of [NewTransport]. No value is an error. Options have no
// effect where NewTransport returns its argument: net/http has no setting for its own
// limits.
type Option func(*limits)

// MaxBytes sets how many bytes a drain reads at most, instead of [DefaultMaxBytes]. A
// body whose declared Content-Length is larger is not drained at all. If n is zero or
// less, nothing is drained.
func MaxBytes(n int64) Option {
	return func(l *limits) { l.bytes = n }
}

// MaxTime sets how long a drain takes at most, instead of [DefaultMaxTime]. If d is
// zero or less, nothing is drained.
func MaxTime(d time.Duration) Option {
	return func(l *limits) { l.time = d }
}

type limits struct {
	bytes int64
	time  time.Duration
}

var defaultLimits = limits{bytes: DefaultMaxBytes, time: DefaultMaxTime}

// discard reads r to its end, or until it has read more than the limit. Reading one
// byte more than allowed is what tells a body of just that size from a larger one.
func (l limits) discard(r io.Reader) {
	n := l.bytes
	if n < math.MaxInt64 {
		n++
	}
	io.CopyN(io.Discard, r, n)
}

// Close reads what is left of body and closes it, so that an HTTP/1 connection is
// ready for reuse when Close returns. It gives up on the connection, and only closes,
// when more than [DefaultMaxBytes] are left or when [DefaultMaxTime] has passed. A nil
// body is fine.
//
// The error is that of body's own Close. A body that was cut short, and one that
// exceeds a limit, are no errors of Close, as they are none for an [http.Response]
// that is closed unread: the connection is closed and the next request opens another.
// A program that has to know reads the body itself.
//
// Close is safe whatever the server does: when it returns, nothing of it keeps
// running. That rests on a property of the bodies that net/http's transport returns,
// under every version of Go: their Close ends a Read that is under way. If that of
// body doesn't (an [io.NopCloser]), Close still returns, at the latest after twice the
// time limit, and leaves a goroutine behind that ends with the Read. Where body's own
// Close waits for a pending Read, as on the result of [http.ReadResponse], so does
// this Close.
//
// Few programs need it. Close waits for the server, which a plain Close doesn't; that
// is worth it only if the next request follows at once, the end of the body comes
// late, and a connection is expensive. On HTTP/2 there is nothing to gain.
func Close(body io.ReadCloser) error {
	return closeWithin(body, defaultLimits)
}

func closeWithin(body io.ReadCloser, l limits) error {
	if body == nil {
		return nil
	}
	if body == http.NoBody {
		return body.Close()
	}

	var (
		done     = make(chan struct{})
		panicked any
	)
	go func() {
		defer close(done)
		defer func() { panicked = recover() }()
		l.discard(body)
	}()

	timer := time.NewTimer(l.time)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}

	var err error
	if b, ok := body.(*drainedBody); ok {
		err = b.closeNow() // the time for a drain is over
	} else {
		err = body.Close()
	}

	// Have: body is closed, so its Read returns, unless its Close doesn't reach it.
	timer.Reset(l.time)
	select {
	case <-done:
		if panicked != nil {
			panic(panicked) // where a Read by the caller would have
		}
	case <-timer.C:
	}
	return err
}
