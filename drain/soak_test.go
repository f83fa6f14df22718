package drain_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bodyvet/bodyvet/drain"
)

// A fault is how a server of the soak test answers, and what a program must see that
// reads all of it.
type fault struct {
	name string
	send func(*soakConn) (keepAlive bool)
	err  func(error) bool
}

const (
	soakHead    = "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n"
	soakChunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	soakChunk   = "3e8\r\n" // of soakHalf
)

var soakHalf = strings.Repeat("x", 1000)

// sends answers in parts. keepAlive says that they are a whole response, after which
// the connection may be used again.
func sends(keepAlive bool, parts ...string) func(*soakConn) bool {
	return func(c *soakConn) bool {
		for i, part := range parts {
			if keepAlive && i == len(parts)-1 {
				c.ending()
			}
			if _, err := io.WriteString(c, part); err != nil {
				return false
			}
		}
		return keepAlive
	}
}

func is(want error) func(error) bool {
	return func(err error) bool { return errors.Is(err, want) }
}

func anyError(err error) bool { return err != nil }

var faults = []fault{
	{"whole", sends(true, soakHead, soakHalf, soakHalf), is(nil)},
	{"whole, chunked", sends(true, soakChunked, soakChunk+soakHalf+"\r\n", "0\r\n\r\n"), is(nil)},
	{"whole, with a trailer", sends(true, soakChunked, soakChunk+soakHalf+"\r\n", "0\r\nX-Sum: 1\r\n\r\n"), is(nil)},
	{"truncated", sends(false, soakHead, soakHalf), is(io.ErrUnexpectedEOF)},
	{"truncated, chunked", sends(false, soakChunked, soakChunk+soakHalf+"\r\n"), is(io.ErrUnexpectedEOF)},
	{"malformed", sends(false, soakChunked, soakChunk+soakHalf+"\r\nzz\r\n"), anyError},
	{"no response", sends(false, "nonsense\r\n\r\n"), anyError},
	{"trickles", func(c *soakConn) bool {
		sends(false, soakHead, soakHalf)(c)
		for range 9 {
			time.Sleep(time.Millisecond)
			sends(false, soakHalf[:100])(c)
		}
		time.Sleep(time.Millisecond)
		return sends(true, soakHalf[:100])(c)
	}, is(nil)},
	{"hangs", func(c *soakConn) bool {
		sends(false, soakHead, soakHalf)(c)
		io.Copy(io.Discard, c) // until the client gives up
		return false
	}, is(context.DeadlineExceeded)},
	{"hangs, gzip", func(c *soakConn) bool {
		sends(false, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 29\r\n\r\n")(c)
		io.Copy(io.Discard, c)
		return false
	}, is(context.DeadlineExceeded)},
	{"resets", func(c *soakConn) bool {
		sends(false, soakHead, soakHalf)(c)
		c.Conn.(*net.TCPConn).SetLinger(0)
		return false
	}, anyError},
	{"endless", func(c *soakConn) bool {
		_, err := io.WriteString(c, soakChunked)
		for err == nil {
			_, err = io.WriteString(c, soakChunk+soakHalf+"\r\n")
		}
		return false
	}, nil}, // nobody reads all of it
}

// A ledger has for each connection the requests that were sent on it less the responses
// of which the server was about to send the last part. More than one means that a
// connection was used while it still carried a response.
type ledger struct {
	mu    sync.Mutex
	open  map[link]int
	twice int // how often that happened
}

// A link is a connection: the addresses of its ends.
type link struct{ client, server string }

func (l *ledger) add(k link, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[k] += n
	if l.open[k] > 1 {
		l.twice++
	}
}

// begin is for a new connection, as addresses come again.
func (l *ledger) begin(k link) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, k)
}

// A soakConn is the server's end of a connection.
type soakConn struct {
	net.Conn
	ledger *ledger
}

// ending says that the last part of a response comes next.
func (c *soakConn) ending() {
	c.ledger.add(link{c.RemoteAddr().String(), c.LocalAddr().String()}, -1)
}

// A requestConn is the client's end of a connection. A request without a body is one
// Write of net/http's transport.
type requestConn struct {
	net.Conn
	ledger *ledger
}

func (c requestConn) link() link { return link{c.LocalAddr().String(), c.RemoteAddr().String()} }

func (c requestConn) Write(p []byte) (int, error) {
	c.ledger.add(c.link(), +1)
	return c.Conn.Write(p)
}

var soakRequests = flag.Int("soak", 1000, "TestSoak sends this many `requests` for each way to drain")

// TestSoak sends thousands of requests to servers that truncate, trickle, hang and reset
// at random, and deals with the responses at random. A program that reads must be told
// what is wrong, as without drain, one that closes must not wait, no connection may be
// used twice at once, and at the end nothing may be left: TestMain looks. The whole of it,
// with the race detector, is
//
//	go test -race ./drain -run TestSoak -soak 10000
func TestSoak(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.name, func(t *testing.T) { soak(t, s, *soakRequests) })
	}
	t.Run("without drain", func(t *testing.T) {
		soak(t, subject{wrap: func(tr *http.Transport) http.RoundTripper { return tr }}, *soakRequests)
	})
}

func soak(t *testing.T, s subject, requests int) {
	const (
		seed    = 1
		servers = 4 // that there are local ports enough
		workers = 24
	)
	book := &ledger{open: make(map[link]int)}
	urls := make([]string, servers)
	for i := range urls {
		urls[i] = serveConns(t, func(c net.Conn) {
			r := bufio.NewReader(c)
			for {
				req, err := http.ReadRequest(r)
				if err != nil {
					return
				}
				var i int
				fmt.Sscanf(req.URL.Path, "/%d", &i)
				if !faults[i].send(&soakConn{c, book}) {
					return
				}
			}
		})
	}
	tr, dials := newTransport(t)
	dial := tr.DialContext
	tr.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		rc := requestConn{c, book}
		book.begin(rc.link())
		return rc, nil
	}
	client := &http.Client{Transport: s.wrap(tr)}

	var (
		wg   sync.WaitGroup
		next atomic.Int64
		seen [2][len(soakPrograms)]atomic.Int64
	)
	for range workers {
		wg.Go(func() {
			for {
				i := next.Add(1)
				if i > int64(requests) {
					return
				}
				random := rand.New(rand.NewPCG(seed, uint64(i)))
				f := random.IntN(len(faults))
				p := random.IntN(len(soakPrograms))
				url := fmt.Sprintf("%s/%d", urls[i%servers], f)
				err := soakPrograms[p].run(t.Context(), client, url, faults[f])
				if err != nil {
					t.Errorf("request %d, %s, %s: %v", i, faults[f].name, soakPrograms[p].name, err)
					seen[1][p].Add(1)
				}
				seen[0][p].Add(1)
			}
		})
	}
	wg.Wait()
	for p := range soakPrograms {
		t.Logf("%s: %d requests, %d failures", soakPrograms[p].name, seen[0][p].Load(), seen[1][p].Load())
	}
	t.Logf("%d connections", dials.Load())
	if book.twice > 0 {
		t.Errorf("a connection was used twice at once, %d times", book.twice)
	}
}

// soakPrograms are the ways to deal with a response. Each returns an error if it sees
// what it must not see.
var soakPrograms = [...]struct {
	name string
	run  func(ctx context.Context, c *http.Client, url string, f fault) error
}{
	{"reads all", func(ctx context.Context, c *http.Client, url string, f fault) error {
		if f.err == nil {
			return nil
		}
		timeout := 10 * time.Second
		if f.err(context.DeadlineExceeded) && !f.err(io.ErrClosedPipe) {
			timeout = 20 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		return begin(ctx, c, url, f, func(resp *http.Response) error {
			_, err := io.ReadAll(resp.Body)
			if !f.err(err) {
				return fmt.Errorf("reading ended with %v", err)
			}
			return soonClosed(resp.Body.Close)
		})
	}},
	{"closes", func(ctx context.Context, c *http.Client, url string, f fault) error {
		return begin(ctx, c, url, f, func(resp *http.Response) error { return soonClosed(resp.Body.Close) })
	}},
	{"reads some", func(ctx context.Context, c *http.Client, url string, f fault) error {
		return begin(ctx, c, url, f, func(resp *http.Response) error {
			if !strings.Contains(f.name, "gzip") {
				resp.Body.Read(make([]byte, 10))
			}
			return soonClosed(resp.Body.Close)
		})
	}},
	{"closes and cancels", func(ctx context.Context, c *http.Client, url string, f fault) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		return begin(ctx, c, url, f, func(resp *http.Response) error { return soonClosed(resp.Body.Close) })
	}},
	{"cancels and closes", func(ctx context.Context, c *http.Client, url string, f fault) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		return begin(ctx, c, url, f, func(resp *http.Response) error {
			cancel()
			return soonClosed(resp.Body.Close)
		})
	}},
	{"closes while it reads", func(ctx context.Context, c *http.Client, url string, f fault) error {
		if strings.Contains(f.name, "gzip") {
			return nil // before Go 1.27 net/http's own Close would wait for this Read
		}
		return begin(ctx, c, url, f, func(resp *http.Response) error {
			var wg sync.WaitGroup
			defer wg.Wait()
			wg.Go(func() { io.Copy(io.Discard, resp.Body) })
			return soonClosed(resp.Body.Close)
		})
	}},
	{"times out", func(ctx context.Context, c *http.Client, url string, f fault) error {
		impatient := *c
		impatient.Timeout = time.Minute
		return begin(ctx, &impatient, url, f, func(resp *http.Response) error { return soonClosed(resp.Body.Close) })
	}},
	{"drain.Close", func(ctx context.Context, c *http.Client, url string, f fault) error {
		if strings.Contains(f.name, "gzip") {
			return nil
		}
		return begin(ctx, c, url, f, func(resp *http.Response) error {
			return soonClosed(func() error { return drain.Close(resp.Body) })
		})
	}},
}

// begin sends a request. Some servers make it fail.
func begin(ctx context.Context, c *http.Client, url string, f fault, use func(*http.Response) error) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	switch {
	case err == nil && f.name == "no response":
		return errors.Join(errors.New("there was a response"), resp.Body.Close())
	case err == nil:
		return use(resp)
	case f.name == "no response", f.name == "resets":
		return nil
	case errors.Is(err, context.DeadlineExceeded) && f.err != nil && f.err(err):
		return nil // not even the headers came in time, on a busy machine
	default:
		return fmt.Errorf("no response: %w", err)
	}
}

// soonClosed calls a Close that must succeed, and not wait for any server.
func soonClosed(closeBody func() error) error {
	start := time.Now()
	if err := closeBody(); err != nil {
		return fmt.Errorf("closing: %w", err)
	}
	const busy = 5 * time.Second // so much may be the machine's fault
	if took := time.Since(start); took > busy {
		return fmt.Errorf("closing took %v", took)
	}
	return nil
}
