package drain

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// A requestContext stands between the context of a request and net/http, to put off
// a cancellation that comes while the response's body is being drained. Before Go
// 1.27 net/http would close the connection; and since a program cancels right after
// it closed the body, as a rule, few drains would survive without it.
//
// In everything else it is the request's own context: deadline, values, error, cause
// and Done channel are those of outer. What it puts off is the cancellation of the
// contexts derived from it, one of which is net/http's own. For a context that it
// doesn't know, package context has a goroutine wait for Done, then ask for the cause,
// and then cancel. The second is where Value keeps it waiting.
//
// With a method AfterFunc there would be no goroutine, but four allocations more for each
// request. The goroutine ends with the request.
type requestContext struct {
	outer context.Context // the context of the request, nil if that can't be cancelled

	mu   sync.Mutex
	held chan struct{} // if not nil, cancellations are put off until it is closed
}

func (c *requestContext) Deadline() (time.Time, bool) { return c.outer.Deadline() }
func (c *requestContext) Done() <-chan struct{}       { return c.outer.Done() }
func (c *requestContext) Err() error                  { return c.outer.Err() }

// Value returns outer's value, but one. Package context asks for a key of its own to
// find the nearest context that it can cancel directly, and, once outer is cancelled,
// to find the cause of that. The first must fail. The second must not, but may have to
// wait.
func (c *requestContext) Value(key any) any {
	if key == cancelCtxKey {
		if c.Err() == nil {
			return nil
		}
		c.mu.Lock()
		held := c.held
		c.mu.Unlock()
		if held != nil {
			<-held
		}
	}
	return c.outer.Value(key)
}

// cancelCtxKey is that key.
var cancelCtxKey = func() any {
	probe := new(keyProbe)
	_, cancel := context.WithCancel(probe)
	cancel()
	return probe.key
}()

// A keyProbe notes the first key that it is asked for.
type keyProbe struct {
	context.Context // nil: nothing but what follows is called
	key             any
}

func (p *keyProbe) Done() <-chan struct{} { return make(chan struct{}) }

func (p *keyProbe) Value(key any) any {
	if p.key == nil {
		p.key = key
	}
	return nil
}

func (p *keyProbe) AfterFunc(func()) (stop func() bool) { return func() bool { return true } }

// String keeps fmt out of the fields, which others may be writing.
func (c *requestContext) String() string { return fmt.Sprint(c.outer) }

// hold puts cancellations off until release. It returns false if it is too late for
// that. It does nothing for a request whose context can't be cancelled.
func (c *requestContext) hold() bool {
	if c.outer == nil {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.outer.Err() != nil {
		return false
	}
	c.held = make(chan struct{})
	return true
}

// release lets cancellations through again, those first that were put off. Without
// them a connection that the drain couldn't free would outlive the request's context.
//
// It comes before the Close of a body that isn't at its end: net/http may be waiting in
// Value, and Close for net/http.
func (c *requestContext) release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held != nil {
		close(c.held)
		c.held = nil
	}
}

// An abortableContext is a requestContext for a base that isn't net/http's transport: it
// can be cancelled although outer isn't, and where a cancellation was put off, it comes
// before the body's Close. Else a transport of Go 1.27 further down could take the Close
// for an early one, and begin a drain of its own.
type abortableContext struct {
	*requestContext
	done    chan struct{} // the Done channel, if outer has none
	aborted atomic.Bool

	mu      sync.Mutex
	cancels []func() // what cancels the contexts derived from it
}

// newAbortable returns an abortableContext round c, which needn't be cancellable.
func newAbortable(c *requestContext) *abortableContext {
	a := &abortableContext{requestContext: c}
	if c.outer.Done() == nil {
		a.done = make(chan struct{}) // else nobody would call AfterFunc
	}
	return a
}

func (a *abortableContext) Done() <-chan struct{} {
	if a.done != nil {
		return a.done
	}
	return a.requestContext.Done()
}

func (a *abortableContext) Err() error {
	if err := a.requestContext.Err(); err != nil || !a.aborted.Load() {
		return err
	}
	return context.Canceled
}

// AfterFunc arranges to call cancel, in a goroutine of its own, once outer is cancelled
// and no drain is under way. It is what package context calls to derive a context.
func (a *abortableContext) AfterFunc(cancel func()) (stop func() bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cancels = append(a.cancels, cancel)
	return context.AfterFunc(a.requestContext, cancel)
}

// release is requestContext's, but returns only when everything is cancelled that waited.
func (a *abortableContext) release() {
	a.requestContext.release()
	if a.outer.Err() != nil {
		a.abort()
	}
}

// abort cancels what is derived from the context.
func (a *abortableContext) abort() {
	a.aborted.Store(true)
	if a.done != nil {
		close(a.done)
	}
	a.mu.Lock()
	cancels := a.cancels
	a.cancels = nil
	a.mu.Unlock()
	for _, cancel := range cancels {
		cancel()
	}
}
