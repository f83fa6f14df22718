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
// contexts derived from it, one of which is net/http's own. Package context derives
// those by calling AfterFunc, a method it looks for in contexts it doesn't know.
type requestContext struct {
	outer context.Context // the context of the request, nil if that can't be cancelled

	// For abort: set if it may be called.
	abortable bool
	done      chan struct{} // the Done channel, if outer has none
	aborted   atomic.Bool

	mu      sync.Mutex
	derived []derived   // what is derived from the context; seldom more than one
	one     [1]derived  // the first of them, to save an allocation
	waiting []func()    // while held: the cancellations put off, or that would be
	passed  bool        // while held: outer was cancelled
	held    bool        // put cancellations off
	stop    func() bool // ends the wait for outer that began with hold
	cancels []func()    // all cancellations, if abortable
}

// derived is a context derived from a requestContext: what cancels it, and what ends
// the wait for outer to be cancelled.
type derived struct {
	cancel func()
	stop   func() bool
}

// set makes c the context of a request in place of outer.
func (c *requestContext) set(outer context.Context, abortable bool) {
	c.outer = outer
	c.abortable = abortable
	if outer.Done() == nil {
		c.done = make(chan struct{}) // else nobody would call AfterFunc
	}
}

func (c *requestContext) Deadline() (time.Time, bool) { return c.outer.Deadline() }

func (c *requestContext) Done() <-chan struct{} {
	if c.done != nil {
		return c.done
	}
	return c.outer.Done()
}

func (c *requestContext) Err() error {
	if err := c.outer.Err(); err != nil || !c.aborted.Load() {
		return err
	}
	return context.Canceled
}

// Value returns outer's value, but one. Package context asks for a key of its own to
// find the nearest context that it can cancel without AfterFunc, and, once outer is
// cancelled, to find the cause of that. The first must fail, the second must not.
func (c *requestContext) Value(key any) any {
	if key == cancelCtxKey && c.Err() == nil {
		return nil
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

// AfterFunc arranges to call cancel, in a goroutine of its own, once outer is
// cancelled and no drain is under way.
func (c *requestContext) AfterFunc(cancel func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.abortable {
		c.cancels = append(c.cancels, cancel)
	}
	stop = context.AfterFunc(c.outer, cancel)
	if c.derived == nil {
		c.derived = c.one[:0]
	}
	c.derived = append(c.derived, derived{cancel, stop})
	return stop
}

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
	c.held = true
	for _, d := range c.derived {
		if d.stop() { // else it is cancelled already
			c.waiting = append(c.waiting, d.cancel)
		}
	}
	c.derived = nil
	c.stop = context.AfterFunc(c.outer, func() {
		c.mu.Lock()
		c.passed = true
		c.mu.Unlock()
		c.pass()
	})
	return true
}

// release lets cancellations through again, those first that were put off. Without
// them a connection that the drain couldn't free would outlive the request's context.
func (c *requestContext) release() {
	c.mu.Lock()
	c.held = false
	c.mu.Unlock()
	c.pass()
}

// pass cancels what waits for it, if outer is cancelled and no drain is under way.
func (c *requestContext) pass() {
	c.mu.Lock()
	if c.held || !c.passed {
		c.mu.Unlock()
		return
	}
	waiting := c.waiting
	c.waiting = nil
	c.mu.Unlock()
	for _, cancel := range waiting {
		cancel()
	}
}

// end is for when the response's body is closed, and no cancellation has anything
// left to do. Without it outer, which may live on, would keep the request.
func (c *requestContext) end() {
	if c.outer != nil {
		c.stop()
	}
}

// abort cancels what is derived from the context, although outer is not cancelled.
func (c *requestContext) abort() {
	c.aborted.Store(true)
	if c.done != nil {
		close(c.done)
	}
	c.mu.Lock()
	cancels := c.cancels
	c.cancels = nil
	c.mu.Unlock()
	for _, cancel := range cancels {
		cancel()
	}
}
