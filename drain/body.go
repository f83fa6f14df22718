package drain

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"sync"
	"time"
)

// errReadOnClosedBody says what net/http's own, unexported error says.
var errReadOnClosedBody = errors.New("http: read on closed response body")

// A drainedBody is a response body that is drained in the background if it is closed
// early. Like net/http's, and whatever base's body does, it may be closed while a Read
// is under way.
//
// It holds all that is needed for a request, to be one allocation.
type drainedBody struct {
	transport *transport
	req       http.Request // what base was asked
	base      io.ReadCloser
	gzip      bool              // base decompresses on its own account
	ctx       requestContext    // req's, unless that can't be cancelled
	abortable *abortableContext // if not nil, req's, round ctx

	// If a trailer may follow, resp is base's response, to which base adds the trailer,
	// and copy is the program's.
	resp *http.Response
	copy *http.Response

	mu      sync.Mutex
	reading int           // Reads under way
	ended   bool          // a Read returned an error, io.EOF included: base has let go of the connection
	closed  bool          // by the program
	idle    chan struct{} // if not nil, to be closed when no Read is under way
}

// Read implements [io.Reader].
func (b *drainedBody) Read(p []byte) (n int, err error) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return 0, errReadOnClosedBody
	}
	b.reading++
	b.mu.Unlock()

	defer func() { b.endRead(err) }() // also if base panics
	return b.base.Read(p)
}

func (b *drainedBody) endRead(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.ended = true
	}
	if err == io.EOF && !b.closed && b.resp != nil {
		b.copyTrailer()
	}
	b.reading--
	if b.reading == 0 && b.idle != nil {
		close(b.idle)
		b.idle = nil
	}
}

// copyTrailer does to the program's response what base did to its own. A field that
// was announced and didn't come is nil there, and may be gone from the program's.
func (b *drainedBody) copyTrailer() {
	received := b.resp.Trailer.Clone()
	maps.DeleteFunc(received, func(_ string, values []string) bool { return values == nil })
	if len(received) == 0 {
		return
	}
	if b.copy.Trailer == nil {
		b.copy.Trailer = received
		return
	}
	maps.Copy(b.copy.Trailer, received)
}

// Close implements [io.Closer].
func (b *drainedBody) Close() error {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil
	}
	b.closed = true
	ended := b.ended
	var idle chan struct{}
	if b.reading > 0 {
		idle = make(chan struct{})
		b.idle = idle
	}
	b.mu.Unlock()

	if ended || !b.ctx.hold() {
		return b.base.Close()
	}
	// The drain goes first, until it has to wait for the server. As a rule all of the
	// body is here already, and the next request finds the connection idle.
	started := make(chan struct{})
	go b.drain(started, idle)
	<-started
	return nil
}

// closeNow closes the body without a drain.
func (b *drainedBody) closeNow() error {
	b.mu.Lock()
	closed := b.closed
	b.closed = true
	b.mu.Unlock()
	if closed {
		return nil
	}
	return b.interrupt()
}

// interrupt closes the body, and ends a Read of it that is under way.
func (b *drainedBody) interrupt() error {
	// Before Go 1.27 the Close of a body that net/http decompresses waits for the
	// first Read, which waits for the gzip header. Cancelling the request ends that.
	if !native && b.gzip {
		if tr := b.transport.http; tr != nil {
			tr.CancelRequest(&b.req)
		} else {
			b.abortable.abort()
		}
	}
	return b.base.Close()
}

// release lets cancellations through that came during a drain. It is called before the
// Close of a body that isn't at its end.
func (b *drainedBody) release() {
	if b.abortable != nil {
		b.abortable.release()
	} else {
		b.ctx.release()
	}
}

// drain reads the rest of the body and closes it. If the program was reading when it
// closed the body, reading is not nil, and closed when it no longer is.
//
// Either drain closes the body or, when the time is up, the timer does, which ends the
// Read that drain is in.
func (b *drainedBody) drain(started chan<- struct{}, reading <-chan struct{}) {
	close(started)
	expired := make(chan struct{})
	timer := time.AfterFunc(b.transport.limits.time, func() {
		close(expired)
		b.release()
		_ = b.interrupt()
	})
	defer func() {
		// Nobody asked for this Read: a base that panics in it must not take the
		// program down, which had closed the body.
		_ = recover()
		if timer.Stop() {
			b.release()
			b.base.Close()
		}
	}()

	if reading != nil {
		select {
		case <-reading:
		case <-expired:
			return
		}
	}
	b.transport.limits.discard(b.base)
}
