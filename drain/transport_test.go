//lint:file-ignore unclosedbody a response that a fake makes holds no connection

package drain_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bodyvet/bodyvet/drain"
)

// bubble runs f in a bubble for every subject.
func bubble(t *testing.T, f func(*testing.T, subject)) {
	for _, s := range subjects() {
		t.Run(s.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { f(t, s) })
		})
	}
}

func get(ctx context.Context, t *testing.T, rt http.RoundTripper) *http.Response {
	t.Helper()
	return send(ctx, t, rt, http.MethodGet)
}

func send(ctx context.Context, t *testing.T, rt http.RoundTripper, method string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, virtualURL, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// closeAtOnce closes the body and fails the test if that takes any time.
func closeAtOnce(t *testing.T, body io.Closer) {
	t.Helper()
	start := time.Now()
	if err := body.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if took := time.Since(start); took != 0 {
		t.Errorf("Close took %v", took)
	}
}

func TestNewTransportStepsAside(t *testing.T) {
	tr := new(http.Transport)
	for name, got := range map[string]http.RoundTripper{
		"a transport": drain.NewTransport(tr, drain.MaxBytes(1)),
		"nil":         drain.NewTransport(nil),
	} {
		if _, same := got.(*http.Transport); same != drain.Native {
			t.Errorf("%s: got a %T, and net/http draining is %v", name, got, drain.Native)
		}
	}
	if drain.Native && drain.NewTransport(tr) != http.RoundTripper(tr) {
		t.Error("got another transport")
	}
	if drain.Native && drain.NewTransport(nil) != http.DefaultTransport {
		t.Error("got another transport than the default")
	}
	layer := roundTripperFunc(tr.RoundTrip)
	if _, same := drain.NewTransport(layer).(roundTripperFunc); same {
		t.Error("took a layer for a transport that drains")
	}
}

// TestDrainIsBounded has servers that never come to an end, and looks at when they lose
// the client.
func TestDrainIsBounded(t *testing.T) {
	const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
	for _, c := range []struct {
		name  string
		serve func(*peer)
	}{
		{"hangs", func(p *peer) {
			p.send(chunked)
			p.hang()
		}},
		{"hangs within a Content-Length", func(p *peer) {
			p.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
			p.hang()
		}},
		{"hangs within a gzip header", func(p *peer) {
			p.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n\x1f\x8b")
			p.hang()
		}},
		{"hangs within a trailer", func(p *peer) {
			p.send(chunked + "0\r\nX-Sum: ")
			p.hang()
		}},
		{"trickles", func(p *peer) {
			for ok := p.send(chunked); ok; ok = p.send("1\r\nx\r\n") {
				time.Sleep(time.Millisecond)
			}
		}},
		{"trickles within a chunk header", func(p *peer) {
			for ok := p.send(chunked + "5;"); ok; ok = p.send("x") {
				time.Sleep(100 * time.Microsecond)
			}
		}},
	} {
		for _, s := range subjects() {
			t.Run(c.name+"/"+s.name, func(t *testing.T) {
				for _, cancellable := range []bool{false, true} {
					if s.layered {
						testBounded(t, s, c.serve, cancellable)
					} else {
						synctest.Test(t, func(t *testing.T) { testBounded(t, s, c.serve, cancellable) })
					}
				}
			})
		}
	}
}

// testBounded is exact in a bubble. There the time stands still while a goroutine waits
// for a mutex, as one does where net/http takes over from drain.
func testBounded(t *testing.T, s subject, serve func(*peer), cancellable bool) {
	ctx := context.Background()
	if cancellable {
		ctx = t.Context()
	}
	lost := make(chan time.Time, 1)
	tr, _ := newScripted(t, func(p *peer) {
		if p.request() {
			serve(p)
			lost <- time.Now()
		}
	})
	resp := get(ctx, t, s.wrap(tr))
	start := time.Now()
	if err := resp.Body.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	closed := time.Since(start)
	took := (<-lost).Sub(start)

	if s.layered {
		if took < drain.DefaultMaxTime || took > 10*time.Second {
			t.Errorf("the connection was closed after %v", took)
		}
		return
	}
	if closed != 0 {
		t.Errorf("Close took %v", closed)
	}
	if took < drain.DefaultMaxTime || took > drain.DefaultMaxTime+time.Millisecond {
		t.Errorf("the connection was closed after %v, want %v", took, drain.DefaultMaxTime)
	}
}

func TestDrainStopsAtTheByteLimit(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		const chunk = 1 << 10
		sent := make(chan int64, 1)
		tr, _ := newScripted(t, func(p *peer) {
			if !p.request() {
				return
			}
			var n int64
			p.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
			for p.send("400\r\n" + strings.Repeat("x", chunk) + "\r\n") {
				n += chunk
			}
			sent <- n
		})
		resp := get(t.Context(), t, s.wrap(tr))
		closeAtOnce(t, resp.Body)

		limit := drain.DefaultMaxBytes
		if s.layered {
			limit *= 2
		}
		const buffers = 16 << 10 // net/http's
		if n := <-sent; n < drain.DefaultMaxBytes || n > limit+buffers {
			t.Errorf("the drain took %d bytes, limit %d", n, limit)
		}
	})
}

// TestDrained has responses that are drained, and ones that must not be. The latter lose
// their connection at once, since a drain wouldn't gain anything.
func TestDrained(t *testing.T) {
	const tail = 10 * time.Millisecond // when the rest of a body arrives
	for _, c := range []struct {
		name     string
		method   string
		response string // what comes at once
		rest     string // what comes later
		req      func(*http.Request)
		drained  bool
	}{
		{
			name:     "Content-Length",
			response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", rest: "hello",
			drained: true,
		},
		{
			name:     "an error status",
			response: "HTTP/1.1 503 No\r\nContent-Length: 10\r\n\r\nhello", rest: "hello",
			drained: true,
		},
		{
			name:     "chunked",
			response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", rest: "0\r\n\r\n",
			drained: true,
		},
		{
			name:     "HTTP/1.0 with keep-alive",
			response: "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 10\r\n\r\nhello", rest: "hello",
			drained: true,
		},
		{
			name:     "Connection: close by hand, which the server ignores",
			response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", rest: "hello",
			req:     func(r *http.Request) { r.Header.Set("Connection", "keep-alive, x") },
			drained: true,
		},
		{
			name:     "HTTP/1.0",
			response: "HTTP/1.0 200 OK\r\nContent-Length: 10\r\n\r\nhello", rest: "hello",
		},
		{
			name:     "until the connection is closed",
			response: "HTTP/1.1 200 OK\r\n\r\nhello", rest: "hello",
		},
		{
			name:     "Connection: close from the server",
			response: "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhello", rest: "hello",
		},
		{
			name:     "Request.Close",
			response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", rest: "hello",
			req: func(r *http.Request) { r.Close = true },
		},
		{
			name:     "a declared length over the limit",
			response: "HTTP/1.1 200 OK\r\nContent-Length: 262145\r\n\r\nhello", rest: "hello",
		},
		{
			name:     "CONNECT",
			method:   http.MethodConnect,
			response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", rest: "hello",
		},
		{
			name:     "CONNECT refused",
			method:   http.MethodConnect,
			response: "HTTP/1.1 403 No\r\nContent-Length: 10\r\n\r\nhello", rest: "hello",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s subject) {
				lost := make(chan time.Time, 1)
				tr, _ := newScripted(t, func(p *peer) {
					if !p.request() {
						return
					}
					p.send(c.response)
					time.AfterFunc(tail, func() { p.send(c.rest) })
					p.hang()
					lost <- time.Now()
				})
				req, err := http.NewRequestWithContext(t.Context(), c.method, virtualURL, nil)
				if err != nil {
					t.Fatal(err)
				}
				if c.req != nil {
					c.req(req)
				}
				resp, err := s.wrap(tr).RoundTrip(req)
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				closeAtOnce(t, resp.Body)
				time.Sleep(time.Second)

				select {
				case at := <-lost:
					if c.drained {
						t.Errorf("the connection was closed after %v", at.Sub(start))
					} else if at != start {
						t.Errorf("the connection was closed after %v, want at once", at.Sub(start))
					}
				default:
					if !c.drained {
						t.Error("the connection is still open")
					}
				}
			})
		})
	}
}

func TestWithoutABody(t *testing.T) {
	for _, c := range []struct{ name, method, response string }{
		{"HEAD", http.MethodHead, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"},
		{"HEAD, chunked", http.MethodHead, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"},
		{"204", http.MethodGet, "HTTP/1.1 204 No Content\r\n\r\n"},
		{"304", http.MethodGet, "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n"},
		{"empty", http.MethodGet, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s subject) {
				tr, dials := newScripted(t, func(p *peer) {
					for p.request() {
						p.send(c.response)
					}
				})
				rt := s.wrap(tr)
				for range 3 {
					resp := send(t.Context(), t, rt, c.method)
					if resp.Body != http.NoBody {
						t.Errorf("got a body, a %T", resp.Body)
					}
					closeAtOnce(t, resp.Body)
					synctest.Wait()
				}
				if n := dials.Load(); n != 1 {
					t.Errorf("%d connections, want 1", n)
				}
			})
		})
	}
}

func TestSwitchingProtocols(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		tr, _ := newScripted(t, func(p *peer) {
			p.request()
			p.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n")
			line, _ := p.r.ReadString('\n')
			p.send(line)
			p.hang()
		})
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, virtualURL, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Connection", "Upgrade")
		req.Header.Set("Upgrade", "echo")
		resp, err := s.wrap(tr).RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		conn, ok := resp.Body.(io.ReadWriteCloser)
		if !ok {
			t.Fatalf("a %T can't be written to", resp.Body)
		}
		io.WriteString(conn, "hello\n")
		if line, err := bufio.NewReader(conn).ReadString('\n'); line != "hello\n" {
			t.Errorf("got %q, %v", line, err)
		}
		closeAtOnce(t, conn)
	})
}

func TestHTTP2IsLeftAlone(t *testing.T) {
	srv := httptest.NewUnstartedServer(body(300<<10, true))
	srv.EnableHTTP2 = true
	srv.StartTLS()
	defer srv.Close()
	base := srv.Client().Transport.(*http.Transport)
	defer base.CloseIdleConnections()

	var inner *http.Response
	rt := drain.NewTransport(roundTripperFunc(func(req *http.Request) (*http.Response, error) {
		resp, err := base.RoundTrip(req)
		inner = resp
		return resp, err
	}))
	ctx := &countingContext{Context: t.Context()}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if n := ctx.waiting.Load(); n != 0 {
		t.Errorf("%d functions still wait for the context", n)
	}
	if resp != inner || resp.ProtoMajor != 2 {
		t.Errorf("got another response than base's, or not HTTP/2: %v", resp.Proto)
	}
	if resp.Request != req {
		t.Error("Response.Request isn't the request that was sent")
	}
}

func TestCancel(t *testing.T) {
	const tail = 20 * time.Millisecond
	serve := func(lost chan<- time.Time) func(*peer) {
		return func(p *peer) {
			for p.request() {
				p.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
				time.Sleep(tail)
				if !p.send("hello") {
					break
				}
			}
			lost <- time.Now()
		}
	}
	for _, c := range []struct {
		name   string
		cancel func(context.Context, context.CancelFunc, io.Closer)
		reused bool
	}{
		{"before Close", func(_ context.Context, cancel context.CancelFunc, body io.Closer) {
			cancel()
			body.Close()
		}, false},
		{"after Close", func(_ context.Context, cancel context.CancelFunc, body io.Closer) {
			body.Close()
			cancel()
		}, true},
		{"during the drain", func(_ context.Context, cancel context.CancelFunc, body io.Closer) {
			body.Close()
			time.Sleep(tail / 2)
			cancel()
		}, true},
		{"by a deadline before Close", func(ctx context.Context, _ context.CancelFunc, body io.Closer) {
			<-ctx.Done()
			body.Close()
		}, false},
		{"by a deadline during the drain", func(ctx context.Context, _ context.CancelFunc, body io.Closer) {
			body.Close()
			<-ctx.Done()
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s subject) {
				tr, dials := newScripted(t, serve(make(chan time.Time, 10)))
				rt := s.wrap(tr)
				for range 3 {
					ctx, cancel := context.WithTimeout(t.Context(), tail/2+time.Millisecond)
					resp := get(ctx, t, rt)
					c.cancel(ctx, cancel, resp.Body)
					cancel()
					time.Sleep(2 * tail)
				}
				want := int64(3)
				if c.reused {
					want = 1
				}
				// A layer's net/http may see the Close before the cancellation, and drain.
				if n := dials.Load(); n != want && !(s.layered && n < want) {
					t.Errorf("%d connections, want %d", n, want)
				}
			})
		})
	}
}

// TestClientTimeout shows that http.Client, which cancels when a body is closed, doesn't
// cancel the drain, and that its Timeout still ends a Read.
func TestClientTimeout(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		tr, dials := newScripted(t, func(p *peer) {
			for p.request() {
				p.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
				time.Sleep(20 * time.Millisecond)
				p.send("hello")
			}
		})
		client := &http.Client{Transport: s.wrap(tr), Timeout: 10 * time.Millisecond}
		for range 3 {
			resp, err := client.Get(virtualURL)
			if err != nil {
				t.Fatal(err)
			}
			closeAtOnce(t, resp.Body)
			time.Sleep(30 * time.Millisecond)
		}
		if n := dials.Load(); n != 1 {
			t.Errorf("%d connections, want 1", n)
		}

		resp, err := client.Get(virtualURL)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		_, err = io.ReadAll(resp.Body)
		if timeout, ok := errors.AsType[net.Error](err); !ok || !timeout.Timeout() {
			t.Errorf("got %v, want a timeout", err)
		}
		if took := time.Since(start); took != client.Timeout {
			t.Errorf("the timeout came after %v, want %v", took, client.Timeout)
		}
		closeAtOnce(t, resp.Body)
	})
}

// TestContextReachesBase looks at the request's context from below.
func TestContextReachesBase(t *testing.T) {
	type key struct{}
	cause := errors.New("cause")
	for _, c := range []struct {
		name    string
		with    func(context.Context) (context.Context, context.CancelFunc)
		wantErr error
	}{
		{"cancel", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(time.Second, cancel)
			return ctx, cancel
		}, context.Canceled},
		{"cause", func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(ctx)
			time.AfterFunc(time.Second, func() { cancel(cause) })
			return ctx, func() { cancel(nil) }
		}, cause},
		{"deadline", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, time.Second)
		}, context.DeadlineExceeded},
		{"deadline with a cause", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(ctx, time.Second, cause)
		}, cause},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tr, _ := newScripted(t, func(p *peer) {
					p.request()
					p.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
					p.hang()
				})
				outer, cancel := c.with(context.WithValue(t.Context(), key{}, "value"))
				defer cancel()
				wantDeadline, wantHas := outer.Deadline()
				var inner context.Context
				rt := drain.NewTransport(roundTripperFunc(func(req *http.Request) (*http.Response, error) {
					inner = req.Context()
					return tr.RoundTrip(req)
				}))
				resp := get(outer, t, rt)
				defer resp.Body.Close()

				if v := inner.Value(key{}); v != "value" {
					t.Errorf("the value is %v", v)
				}
				if d, has := inner.Deadline(); d != wantDeadline || has != wantHas {
					t.Errorf("the deadline is %v, %v", d, has)
				}
				if err := inner.Err(); err != nil {
					t.Errorf("cancelled early: %v", err)
				}
				if s := inner.(interface{ String() string }).String(); !strings.Contains(s, "WithValue") {
					t.Errorf("prints as %q", s)
				}
				derived, cancelDerived := context.WithCancel(inner)
				defer cancelDerived()

				start := time.Now()
				if _, err := io.ReadAll(resp.Body); err != c.wantErr {
					t.Errorf("Read: got %v, want %v", err, c.wantErr)
				}
				if took := time.Since(start); took != time.Second {
					t.Errorf("Read ended after %v", took)
				}
				<-derived.Done()
				for _, ctx := range []context.Context{inner, derived} {
					if err := ctx.Err(); err != outer.Err() {
						t.Errorf("error %v, want %v", err, outer.Err())
					}
					if err := context.Cause(ctx); err != context.Cause(outer) {
						t.Errorf("cause %v, want %v", err, context.Cause(outer))
					}
				}
			})
		})
	}
}

// TestCancelBeforeTheResponse is about requests that fail.
func TestCancelBeforeTheResponse(t *testing.T) {
	cause := errors.New("cause")
	bubble(t, func(t *testing.T, s subject) {
		tr, _ := newScripted(t, func(p *peer) {
			p.request()
			p.hang()
		})
		rt := s.wrap(tr)
		for _, after := range []time.Duration{0, time.Second} {
			ctx, cancel := context.WithCancelCause(t.Context())
			if after == 0 {
				cancel(cause)
			} else {
				time.AfterFunc(after, func() { cancel(cause) })
			}
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, virtualURL, nil)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			if _, err := rt.RoundTrip(req); err != cause {
				t.Errorf("got %v, want %v", err, cause)
			}
			if took := time.Since(start); took != after {
				t.Errorf("failed after %v, want %v", took, after)
			}
		}
	})
}

// TestRequestCancel is about the deprecated channel.
func TestRequestCancel(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		lost := make(chan time.Time, 1)
		tr, _ := newScripted(t, func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
			p.hang()
			lost <- time.Now()
		})
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, virtualURL, nil)
		if err != nil {
			t.Fatal(err)
		}
		cancel := make(chan struct{})
		req.Cancel = cancel
		resp, err := s.wrap(tr).RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		close(cancel)
		synctest.Wait() // net/http hears of it in another goroutine
		closeAtOnce(t, resp.Body)
		if took := (<-lost).Sub(start); took != 0 {
			t.Errorf("drained for %v after the cancellation", took)
		}
	})
}

// TestCancellationComesThroughLater has a body whose Close doesn't reach the connection.
// Then only the context can free that, as it does without drain.
func TestCancellationComesThroughLater(t *testing.T) {
	for _, c := range []struct{ cancelAfter, want time.Duration }{
		{10 * time.Millisecond, drain.DefaultMaxTime},
		{200 * time.Millisecond, 200 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			lost := make(chan time.Time, 1)
			tr, _ := newScripted(t, func(p *peer) {
				p.request()
				p.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
				p.hang()
				lost <- time.Now()
			})
			rt := drain.NewTransport(roundTripperFunc(func(req *http.Request) (*http.Response, error) {
				resp, err := tr.RoundTrip(req)
				if err == nil {
					resp.Body = io.NopCloser(resp.Body)
				}
				return resp, err
			}))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			resp := get(ctx, t, rt)
			start := time.Now()
			closeAtOnce(t, resp.Body)
			time.AfterFunc(c.cancelAfter, cancel)
			if took := (<-lost).Sub(start); took != c.want {
				t.Errorf("cancelled after %v, the connection was closed after %v, want %v", c.cancelAfter, took, c.want)
			}
		})
	}
}

// A countingContext counts the functions that wait for its cancellation.
type countingContext struct {
	context.Context
	waiting atomic.Int64
}

// Value hides the context that would make package context bypass AfterFunc.
func (c *countingContext) Value(any) any { return nil }

func (c *countingContext) AfterFunc(f func()) func() bool {
	c.waiting.Add(1)
	stop := context.AfterFunc(c.Context, f)
	return func() bool {
		stopped := stop()
		if stopped {
			c.waiting.Add(-1)
		}
		return stopped
	}
}

// TestNothingStaysInTheContext is for contexts that live longer than their requests.
func TestNothingStaysInTheContext(t *testing.T) {
	for _, use := range []func(*http.Client, *http.Request) error{unread, drained, closed} {
		bubble(t, func(t *testing.T, s subject) {
			tr, _ := newVirtual(t, body(1<<10, true))
			ctx := &countingContext{Context: t.Context()}
			client := &http.Client{Transport: s.wrap(tr)}
			for range 100 {
				req, err := http.NewRequestWithContext(ctx, http.MethodGet, virtualURL, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := use(client, req); err != nil {
					t.Fatal(err)
				}
			}
			synctest.Wait()
			if n := ctx.waiting.Load(); n != 0 {
				t.Errorf("%d functions still wait for the context", n)
			}
		})
	}
}

// TestUploadIsBounded has a request that is still being sent when its response is closed.
func TestUploadIsBounded(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		lost := make(chan time.Time, 1)
		tr, _ := newScripted(t, func(p *peer) {
			http.ReadRequest(p.r)
			p.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
			io.Copy(io.Discard, p.r)
			lost <- time.Now()
		})
		r, w := io.Pipe() // of which nothing comes
		defer w.Close()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, virtualURL, r)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := s.wrap(tr).RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		closeAtOnce(t, resp.Body)
		took := (<-lost).Sub(start)
		if most := 2 * drain.DefaultMaxTime; took > most {
			t.Errorf("the connection was closed after %v, want %v at most", took, most)
		}
		w.Write([]byte("x")) // what net/http is waiting for
		synctest.Wait()
		if _, err := w.Write([]byte("x")); err == nil {
			t.Error("the request's body isn't closed")
		}
	})
}

func TestTrailer(t *testing.T) {
	const (
		announced = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum, X-Other\r\n\r\n5\r\nhello\r\n"
		silent    = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
		rest      = "0\r\nX-Sum: 42\r\n\r\n"
		noTrailer = "0\r\n\r\n"
	)
	for _, c := range []struct {
		name, response, rest string
		before               http.Header // when the response arrives
		read, unread         http.Header // at the end
	}{
		{"announced", announced, rest,
			http.Header{"X-Sum": nil, "X-Other": nil},
			http.Header{"X-Sum": {"42"}, "X-Other": nil},
			http.Header{"X-Sum": nil, "X-Other": nil}},
		{"not announced", silent, rest, nil, http.Header{"X-Sum": {"42"}}, nil},
		{"announced, not sent", announced, noTrailer,
			http.Header{"X-Sum": nil, "X-Other": nil},
			http.Header{"X-Sum": nil, "X-Other": nil},
			http.Header{"X-Sum": nil, "X-Other": nil}},
		{"none", silent, noTrailer, nil, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s subject) {
				tr, dials := newScripted(t, func(p *peer) {
					for p.request() {
						p.send(c.response)
						time.Sleep(time.Millisecond)
						p.send(c.rest)
					}
				})
				rt := s.wrap(tr)
				check := func(when string, got, want http.Header) {
					t.Helper()
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("trailer %s (-want +got):\n%s", when, diff)
					}
				}

				resp := get(t.Context(), t, rt)
				check("at first", resp.Trailer, c.before)
				if _, err := io.ReadAll(resp.Body); err != nil {
					t.Fatal(err)
				}
				check("after reading", resp.Trailer, c.read)
				closeAtOnce(t, resp.Body)
				check("after reading and closing", resp.Trailer, c.read)

				resp = get(t.Context(), t, rt)
				closeAtOnce(t, resp.Body)
				resp.Trailer = resp.Trailer.Clone() // ours to write to, says the race detector
				time.Sleep(time.Second)
				check("after a drain", resp.Trailer, c.unread)

				// The drain has taken the trailer off the connection.
				resp = get(t.Context(), t, rt)
				closeAtOnce(t, resp.Body)
				time.Sleep(time.Second)
				if n := dials.Load(); n != 1 {
					t.Errorf("%d connections, want 1", n)
				}
			})
		})
	}
}

// TestTrailerOfTheProgram has a program that has changed Response.Trailer before the
// trailer arrives.
func TestTrailerOfTheProgram(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		tr, _ := newScripted(t, func(p *peer) {
			for p.request() {
				p.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum, X-Other\r\n\r\n" +
					"5\r\nhello\r\n0\r\nX-Sum: 42\r\n\r\n")
			}
		})
		rt := s.wrap(tr)
		for _, mine := range []http.Header{nil, {}, {"X-Mine": {"1"}}} {
			resp := get(t.Context(), t, rt)
			want := mine.Clone()
			if want == nil {
				want = make(http.Header)
			}
			want["X-Sum"] = []string{"42"}
			resp.Trailer = mine
			if _, err := io.ReadAll(resp.Body); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, resp.Trailer); diff != "" {
				t.Errorf("trailer (-want +got):\n%s", diff)
			}
			closeAtOnce(t, resp.Body)
		}
	})
}

func TestResponse(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		tr, _ := newVirtual(t, body(1<<10, false))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, virtualURL, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := s.wrap(tr).RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if resp.Request != req {
			t.Error("Response.Request isn't the request that was sent")
		}
		if req.Context() != ctx {
			t.Error("the request was changed")
		}
	})
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name    string
		opts    []drain.Option
		size    int
		tail    time.Duration
		drained bool
	}{
		{"up to the byte limit", []drain.Option{drain.MaxBytes(10)}, 10, 0, true},
		{"over the byte limit", []drain.Option{drain.MaxBytes(10)}, 12, 0, false},
		{"no byte limit", []drain.Option{drain.MaxBytes(1<<63 - 1)}, 1 << 20, 0, true},
		{"no bytes", []drain.Option{drain.MaxBytes(0)}, 1, 0, false},
		{"fewer than no bytes", []drain.Option{drain.MaxBytes(-1)}, 1, 0, false},
		{"within the time limit", []drain.Option{drain.MaxTime(2 * time.Second)}, 10, time.Second, true},
		{"beyond the time limit", []drain.Option{drain.MaxTime(10 * time.Millisecond)}, 10, 20 * time.Millisecond, false},
		{"no time", []drain.Option{drain.MaxTime(0)}, 1, 0, false},
		{"both", []drain.Option{drain.MaxTime(time.Second), drain.MaxBytes(10)}, 10, 100 * time.Millisecond, true},
		{"the last one counts", []drain.Option{drain.MaxBytes(1), drain.MaxBytes(10)}, 10, 0, true},
	} {
		for _, declared := range []bool{true, false} {
			t.Run(c.name, func(t *testing.T) {
				if drain.Native {
					return // a layer can't keep net/http from draining
				}
				synctest.Test(t, func(t *testing.T) {
					tr, dials := newVirtual(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						if declared {
							w.Header().Set("Content-Length", strconv.Itoa(c.size))
						}
						w.(http.Flusher).Flush()
						time.Sleep(c.tail)
						io.WriteString(w, strings.Repeat("x", c.size))
					}))
					rt := drain.NewTransport(tr, c.opts...)
					for range 2 {
						closeAtOnce(t, get(t.Context(), t, rt).Body)
						time.Sleep(5 * time.Second)
					}
					want := int64(2)
					if c.drained {
						want = 1
					}
					if n := dials.Load(); n != want {
						t.Errorf("%d connections, want %d", n, want)
					}
				})
			})
		}
	}
}

type idleCloser struct {
	http.RoundTripper
	closed int
}

func (c *idleCloser) CloseIdleConnections() { c.closed++ }

func TestCloseIdleConnections(t *testing.T) {
	layer := &idleCloser{RoundTripper: http.DefaultTransport}
	client := &http.Client{Transport: drain.NewTransport(layer)}
	client.CloseIdleConnections()
	if layer.closed != 1 {
		t.Errorf("base was called %d times", layer.closed)
	}
	client.Transport = drain.NewTransport(roundTripperFunc(http.DefaultTransport.RoundTrip))
	client.CloseIdleConnections() // base can't: nothing to do
}

// TestTransportPerCall has the drained connections end up in pools that nobody uses again.
func TestTransportPerCall(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		l := newVirtualListener()
		srv := &http.Server{Handler: body(1<<10, true)}
		go srv.Serve(l)
		defer srv.Close()
		for range 10 {
			tr, _ := l.transport(t)
			client := &http.Client{Transport: s.wrap(tr)}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, virtualURL, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := unread(client, req); err != nil {
				t.Fatal(err)
			}
			client.CloseIdleConnections() // even if the drain isn't over
		}
		// Have: a bubble fails if a goroutine stays.
	})
}

// A fakeBody is a body that isn't net/http's.
type fakeBody struct {
	read     func([]byte) (int, error)
	closed   atomic.Int64
	closeErr error
}

func (b *fakeBody) Read(p []byte) (int, error) { return b.read(p) }

func (b *fakeBody) Close() error {
	b.closed.Add(1)
	return b.closeErr
}

func fakeBase(resp *http.Response, err error) http.RoundTripper {
	return drain.NewTransport(roundTripperFunc(func(*http.Request) (*http.Response, error) { return resp, err }))
}

// TestOtherBases are bases that do what net/http's transport doesn't.
func TestOtherBases(t *testing.T) {
	failure := errors.New("failure")
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)

	t.Run("an error", func(t *testing.T) {
		if resp, err := fakeBase(nil, failure).RoundTrip(req); resp != nil || err != failure {
			t.Errorf("got %v, %v", resp, err)
		}
	})
	t.Run("an error and a response", func(t *testing.T) {
		want := &http.Response{StatusCode: 200, ProtoMajor: 1, Body: &fakeBody{}}
		b := want.Body
		if resp, err := fakeBase(want, failure).RoundTrip(req); resp != want || resp.Body != b || err != failure {
			t.Errorf("got %v, %v", resp, err)
		}
	})
	t.Run("nothing", func(t *testing.T) {
		if resp, err := fakeBase(nil, nil).RoundTrip(req); resp != nil || err != nil {
			t.Errorf("got %v, %v", resp, err)
		}
	})
	t.Run("no body", func(t *testing.T) {
		if resp, err := fakeBase(&http.Response{ProtoMajor: 1}, nil).RoundTrip(req); resp.Body != nil || err != nil {
			t.Errorf("got %v, %v", resp, err)
		}
	})
	t.Run("no protocol", func(t *testing.T) {
		b := &fakeBody{}
		if resp, err := fakeBase(&http.Response{StatusCode: 200, Body: b}, nil).RoundTrip(req); resp.Body != io.ReadCloser(b) || err != nil {
			t.Errorf("got %v, %v", resp, err)
		}
	})
	t.Run("a body to write to", func(t *testing.T) {
		b := struct {
			io.Writer
			io.ReadCloser
		}{}
		if resp, err := fakeBase(&http.Response{StatusCode: 200, ProtoMajor: 1, Body: b}, nil).RoundTrip(req); resp.Body != io.ReadCloser(b) || err != nil {
			t.Errorf("got %v, %v", resp, err)
		}
	})
	t.Run("another request", func(t *testing.T) {
		other := new(http.Request)
		resp, err := fakeBase(&http.Response{ProtoMajor: 1, Request: other}, nil).RoundTrip(req)
		if err != nil || resp.Request != other {
			t.Errorf("got %v, %v", resp.Request, err)
		}
	})
	t.Run("Close fails after the end", func(t *testing.T) {
		b := &fakeBody{read: strings.NewReader("hello").Read, closeErr: failure}
		resp, err := fakeBase(&http.Response{StatusCode: 200, ProtoMajor: 1, Body: b}, nil).RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(resp.Body); string(text) != "hello" || err != nil {
			t.Errorf("got %q, %v", text, err)
		}
		if err := resp.Body.Close(); err != failure {
			t.Errorf("Close: got %v, want %v", err, failure)
		}
		if err := resp.Body.Close(); err != nil {
			t.Errorf("second Close: %v", err)
		}
		if n := b.closed.Load(); n != 1 {
			t.Errorf("base's body was closed %d times", n)
		}
	})
	for name, read := range map[string]func([]byte) (int, error){
		"Read panics":     func([]byte) (int, error) { panic("no") },
		"Read exits":      func([]byte) (int, error) { panic(http.ErrAbortHandler) },
		"Read fails":      func([]byte) (int, error) { return 0, failure },
		"Read is endless": func(p []byte) (int, error) { return len(p), nil },
		"Read is lazy":    func([]byte) (int, error) { time.Sleep(time.Millisecond); return 0, nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := &fakeBody{}
				b.read = func(p []byte) (int, error) {
					if b.closed.Load() > 0 {
						return 0, io.ErrClosedPipe
					}
					return read(p)
				}
				resp, err := fakeBase(&http.Response{StatusCode: 200, ProtoMajor: 1, Body: b}, nil).RoundTrip(req)
				if err != nil {
					t.Fatal(err)
				}
				closeAtOnce(t, resp.Body)
				time.Sleep(time.Second)
				if n := b.closed.Load(); n != 1 {
					t.Errorf("base's body was closed %d times", n)
				}
			})
		})
	}
}

// TestCancelDuringAnEndlessDrain cancels a request whose drain doesn't reach the end. The
// connection is closed then, for which net/http and drain may not wait for each other.
func TestCancelDuringAnEndlessDrain(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		closed := make(chan struct{})
		lost := make(chan time.Time, 1)
		tr, _ := newScripted(t, func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
			<-closed
			for p.send("400\r\n" + strings.Repeat("x", 1<<10) + "\r\n") {
			}
			lost <- time.Now()
		})
		ctx, cancel := context.WithCancel(t.Context())
		resp := get(ctx, t, s.wrap(tr))
		start := time.Now()
		closeAtOnce(t, resp.Body)
		cancel()
		close(closed)
		if took := (<-lost).Sub(start); took != 0 {
			t.Errorf("the connection was closed after %v, want at once", took)
		}
	})
}
