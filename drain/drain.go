package drain

import (
	"errors"
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
	_, _ = io.CopyN(io.Discard, r, n) // the error would be the body's, and nobody reads on
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
// Close is safe whatever the server does, because it can end a Read that is under way:
// closing a body does that, if it comes from net/http's transport. When Close returns,
// nothing of it keeps running.
//
// There are bodies whose Close doesn't end a Read: an [io.NopCloser], the result of
// [http.ReadResponse], and, before Go 1.27, a gzip body from net/http of which not one
// byte has come. [NewTransport] has no such bodies. With them Close returns after twice
// the time limit, and leaves a goroutine behind that ends when the Read does. If even
// body's own Close waits for the Read, it returns an error a second after it called that.
//
// Few programs need Close. It waits for the server, which a plain Close doesn't; that
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
		read     = make(chan struct{})
		panicked any
	)
	go func() {
		defer close(read)
		defer func() { panicked = recover() }()
		l.discard(body)
	}()

	timer := time.NewTimer(l.time)
	defer timer.Stop()
	select {
	case <-read:
		err := body.Close()
		if panicked != nil {
			panic(panicked) // as a Read by the caller would have
		}
		return err
	case <-timer.C:
	}

	// Have: a Read that is under way. It may be one that keeps Close waiting.
	closed := make(chan error, 1)
	go func() {
		if b, ok := body.(*drainedBody); ok {
			closed <- b.closeNow() // the time for a drain is over
		} else {
			closed <- body.Close()
		}
	}()
	timer.Reset(graceTime)
	select {
	case err := <-closed:
		timer.Reset(l.time)
		select {
		case <-read: // ended by the Close, unless that doesn't reach the connection
		case <-timer.C:
		}
		return err
	case <-timer.C:
		return errStuck
	}
}

// graceTime is how long a body may take for its own Close before Close gives up on it. A
// Close that comes back at all needs next to nothing, but a busy machine may delay it.
const graceTime = time.Second

var errStuck = errors.New("drain: closing a body that is being read has not come to an end")
