package drain_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bodyvet/bodyvet/drain"
)

func TestCloseOfNothing(t *testing.T) {
	if err := drain.Close(nil); err != nil {
		t.Errorf("nil: %v", err)
	}
	if err := drain.Close(http.NoBody); err != nil {
		t.Errorf("http.NoBody: %v", err)
	}
}

// TestCloseReturns has bodies of every kind, and looks at how long Close takes, what it
// returns, and how much it reads.
func TestCloseReturns(t *testing.T) {
	failure := errors.New("failure")
	const limit = drain.DefaultMaxTime
	for _, c := range []struct {
		name     string
		read     func(n int64, p []byte) (int, error) // n bytes were read before
		closeErr error
		reads    int64
		took     time.Duration
	}{
		{
			name:  "empty",
			read:  func(int64, []byte) (int, error) { return 0, io.EOF },
			reads: 0,
		},
		{
			name: "up to the limit",
			read: func(n int64, p []byte) (int, error) {
				if n == drain.DefaultMaxBytes {
					return 0, io.EOF
				}
				return int(min(int64(len(p)), drain.DefaultMaxBytes-n)), nil
			},
			reads: drain.DefaultMaxBytes,
		},
		{
			name:  "endless",
			read:  func(_ int64, p []byte) (int, error) { return len(p), nil },
			reads: drain.DefaultMaxBytes + 1, // to know that there is more
		},
		{
			name: "trickles",
			read: func(int64, []byte) (int, error) {
				time.Sleep(time.Millisecond)
				return 1, nil
			},
			reads: 50, took: limit,
		},
		{
			name: "comes late",
			read: func(n int64, p []byte) (int, error) {
				if n > 0 {
					return 0, io.EOF
				}
				time.Sleep(limit / 2)
				return 5, nil
			},
			reads: 5, took: limit / 2,
		},
		{
			name: "fails",
			read: func(int64, []byte) (int, error) { return 0, io.ErrUnexpectedEOF },
		},
		{
			name:     "Close fails",
			read:     func(int64, []byte) (int, error) { return 0, io.EOF },
			closeErr: failure,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var n int64
				b := &fakeBody{closeErr: c.closeErr}
				b.read = func(p []byte) (int, error) {
					if b.closed.Load() > 0 {
						return 0, net.ErrClosed
					}
					m, err := c.read(n, p)
					n += int64(m)
					return m, err
				}
				start := time.Now()
				if err := drain.Close(b); err != c.closeErr {
					t.Errorf("got %v, want %v", err, c.closeErr)
				}
				if took := time.Since(start); took < c.took || took > c.took+time.Millisecond {
					t.Errorf("took %v, want %v", took, c.took)
				}
				if b.closed.Load() != 1 {
					t.Errorf("closed %d times", b.closed.Load())
				}
				synctest.Wait()
				if n < c.reads || n > c.reads+1 {
					t.Errorf("read %d bytes, want %d", n, c.reads)
				}
			})
		})
	}
}

// TestCloseWhileTheServerHangs is about the bodies of a transport.
func TestCloseWhileTheServerHangs(t *testing.T) {
	for name, response := range map[string]string{
		"Content-Length": "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
		"chunked":        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
		"gzip":           "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 29\r\n\r\n" + gzipHello[:20],
		"gzip, nothing":  "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 29\r\n\r\n",
	} {
		wraps := subjects()
		if name != "gzip, nothing" || drain.Native {
			wraps = append(wraps, subject{
				name: "net/http",
				wrap: func(tr *http.Transport) http.RoundTripper { return tr },
			})
		}
		for _, s := range wraps {
			t.Run(name+"/"+s.name, func(t *testing.T) {
				if drain.Native {
					testCloseHangs(t, s, response) // time stands still while net/http's drain waits for the Read
				} else {
					synctest.Test(t, func(t *testing.T) { testCloseHangs(t, s, response) })
				}
			})
		}
	}
}

func testCloseHangs(t *testing.T, s subject, response string) {
	lost := make(chan time.Time, 1)
	tr, _ := newScripted(t, func(p *peer) {
		p.request()
		p.send(response)
		p.hang()
		lost <- time.Now()
	})
	resp := get(context.Background(), t, s.wrap(tr)) // which is no help
	start := time.Now()
	if err := drain.Close(resp.Body); err != nil {
		t.Errorf("got %v", err)
	}
	closed, gone := time.Since(start), (<-lost).Sub(start)
	if drain.Native {
		if closed > 10*time.Second || gone > 10*time.Second {
			t.Errorf("took %v, and the connection %v", closed, gone)
		}
		return
	}
	if closed != drain.DefaultMaxTime || gone != drain.DefaultMaxTime {
		t.Errorf("took %v, and the connection %v, want %v", closed, gone, drain.DefaultMaxTime)
	}
}

// TestCloseReturnsWhatever has bodies whose Close doesn't end a Read. Their Read stays, but
// not the caller.
func TestCloseReturnsWhatever(t *testing.T) {
	t.Run("Close does nothing", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r, w := io.Pipe()
			defer w.Close() // ends the Read
			start := time.Now()
			if err := drain.Close(io.NopCloser(r)); err != nil {
				t.Errorf("got %v", err)
			}
			if took := time.Since(start); took != 2*drain.DefaultMaxTime {
				t.Errorf("took %v, want %v", took, 2*drain.DefaultMaxTime)
			}
		})
	})
	t.Run("Close waits", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			end := make(chan struct{})
			defer close(end)
			start := time.Now()
			if err := drain.Close(waitingBody(end)); err == nil {
				t.Error("no error")
			}
			if took, want := time.Since(start), drain.DefaultMaxTime+time.Second; took != want {
				t.Errorf("took %v, want %v", took, want)
			}
		})
	})
}

// A waitingBody waits until the channel is closed, in Read and in Close.
type waitingBody chan struct{}

func (b waitingBody) Read([]byte) (int, error) { <-b; return 0, io.EOF }
func (b waitingBody) Close() error             { <-b; return nil }

func TestClosePanicsWhereReadDoes(t *testing.T) {
	b := &fakeBody{read: func([]byte) (int, error) { panic("no") }}
	defer func() {
		if p := recover(); p != "no" {
			t.Errorf("recovered %v", p)
		}
		if b.closed.Load() != 1 {
			t.Error("not closed")
		}
	}()
	drain.Close(b)
}

func TestCloseTwice(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		tr, dials := newVirtual(t, body(1<<10, true))
		rt := s.wrap(tr)
		for _, twice := range [][2]func(io.ReadCloser) error{
			{drain.Close, drain.Close},
			{drain.Close, io.ReadCloser.Close},
			{io.ReadCloser.Close, drain.Close},
		} {
			resp := get(t.Context(), t, rt) //lint:ignore unclosedbody the loop closes it, twice
			for _, closeBody := range twice {
				if err := closeBody(resp.Body); err != nil {
					t.Errorf("got %v", err)
				}
			}
			synctest.Wait()
		}
		if n := dials.Load(); n != 1 {
			t.Errorf("%d connections, want 1", n)
		}
	})
}

// TestCloseDuringClose has a body closed that drain.Close is reading.
func TestCloseDuringClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tr, _ := newScripted(t, func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
			p.hang()
		})
		// A layer, so that it is this package's body also under Go 1.27.
		resp := get(t.Context(), t, drain.NewTransport(roundTripperFunc(tr.RoundTrip)))
		resp.Body.Read(make([]byte, 5))
		start := time.Now()
		if !drain.Native { // else time stands still while net/http's drain waits for the Read
			time.AfterFunc(drain.DefaultMaxTime/2, func() { closeAtOnce(t, resp.Body) })
		} else {
			closeAtOnce(t, resp.Body)
		}
		if err := drain.Close(resp.Body); err != nil {
			t.Errorf("got %v", err)
		}
		if took := time.Since(start); took > 2*drain.DefaultMaxTime {
			t.Errorf("took %v", took)
		}
	})
}

// TestCloseAfterReading has a body that was read in part, or to its end.
func TestCloseAfterReading(t *testing.T) {
	bubble(t, func(t *testing.T, s subject) {
		tr, dials := newVirtual(t, body(1<<10, true))
		rt := s.wrap(tr)
		for _, n := range []int64{0, 1, 1<<10 - 1, 1 << 10, 1<<10 + 1} {
			resp := get(t.Context(), t, rt)
			io.CopyN(io.Discard, resp.Body, n)
			if err := drain.Close(resp.Body); err != nil {
				t.Errorf("after %d bytes: %v", n, err)
			}
		}
		if n := dials.Load(); n != 1 {
			t.Errorf("%d connections, want 1", n)
		}
	})
}

// TestCloseOfLies has a server that doesn't keep to its Content-Length.
func TestCloseOfLies(t *testing.T) {
	for _, response := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
		"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello" + strings.Repeat("x", 100),
	} {
		bubble(t, func(t *testing.T, s subject) {
			tr, _ := newScripted(t, func(p *peer) {
				if p.request() {
					p.send(response)
				}
			})
			resp := get(t.Context(), t, s.wrap(tr))
			start := time.Now()
			if err := drain.Close(resp.Body); err != nil {
				t.Errorf("got %v", err)
			}
			if took := time.Since(start); took != 0 {
				t.Errorf("took %v", took)
			}
		})
	}
}
