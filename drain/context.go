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
	held    bool     // put cancellations off
	late    []func() // the cancellations put off
	cancels []func() // all of them, if abortable
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
	v := c.outer.Value(key)
	if _, ok := v.(context.Context); ok && c.Err() == nil {
		return context.WithoutCancel(c.outer).Value(key) // nil, or a context that a program stored
	}
	return v
}

// String keeps fmt out of the fields, which others may be writing.
func (c *requestContext) String() string { return fmt.Sprint(c.outer) }

// AfterFunc arranges to call cancel, in a goroutine of its own, once outer is
// cancelled and no drain is under way.
func (c *requestContext) AfterFunc(cancel func()) (stop func() bool) {
	if c.abortable {
		c.mu.Lock()
		c.cancels = append(c.cancels, cancel)
		c.mu.Unlock()
	}
	return context.AfterFunc(c.outer, func() {
		c.mu.Lock()
		if c.held {
			c.late = append(c.late, cancel)
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		cancel()
	})
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
	return true
}

// release lets cancellations through again, those first that were put off. Without
// them a connection that the drain couldn't free would outlive the request's context.
func (c *requestContext) release() {
	c.mu.Lock()
	c.held = false
	late := c.late
	c.late = nil
	c.mu.Unlock()
	for _, cancel := range late {
		cancel()
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
