package drain_test

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bodyvet/bodyvet/drain"
)

// A contender is a way to send a request and to be done with its response.
type contender struct {
	client *http.Client
	use    func(*http.Client, *http.Request) error
	ctx    func() (context.Context, context.CancelFunc) // of a request
}

func background() (context.Context, context.CancelFunc) { return context.Background(), func() {} }

type contextKind struct {
	name string
	ctx  func() (context.Context, context.CancelFunc)
}

// requestContexts are the kinds of contexts that requests have.
func requestContexts(tb testing.TB) []contextKind {
	shared, cancel := context.WithCancel(context.Background())
	tb.Cleanup(cancel)
	return []contextKind{
		{"background", background},
		{"cancellable", func() (context.Context, context.CancelFunc) { return context.WithCancel(context.Background()) }},
		{"cancellable, shared", func() (context.Context, context.CancelFunc) { return shared, func() {} }},
	}
}

// TestAllocations holds what BenchmarkFullyRead measures to what the documentation says.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates, too")
	}
	const requests, most, attempts = 200, 2.5, 5
	for _, v := range requestContexts(t) {
		t.Run(v.name, func(t *testing.T) {
			url := benchServer(t)
			plain, _ := newTransport(t)
			base, _ := newTransport(t)
			contenders := [2]contender{
				{&http.Client{Transport: plain}, drained, v.ctx},
				{&http.Client{Transport: drain.NewTransport(base)}, drained, v.ctx},
			}
			more := 0.0
			for range attempts { // what else allocates may do so at any time
				var allocs [2]uint64
				for i, c := range contenders {
					c.run(t, url, 1)
					_, allocs[i] = c.measure(t, url, requests)
				}
				more = (float64(allocs[1]) - float64(allocs[0])) / requests
				if more < most {
					return
				}
			}
			t.Errorf("%.2f allocations more for each request, want 2 at most", more)
		})
	}
}

// BenchmarkFullyRead compares a body that is read to its end with and without the
// drain, in turns, so that what else the machine does falls on both. "ratio" is the
// median time with drain by that without; "more-allocs" is what drain allocates per
// request.
func BenchmarkFullyRead(b *testing.B) {
	for _, v := range requestContexts(b) {
		b.Run(v.name, func(b *testing.B) {
			url := benchServer(b)
			plain, _ := newTransport(b)
			base, _ := newTransport(b)
			pair(b, url,
				contender{&http.Client{Transport: plain}, drained, v.ctx},
				contender{&http.Client{Transport: drain.NewTransport(base)}, drained, v.ctx},
			)
		})
	}
}

// BenchmarkUnread compares a small body that is closed unread with the same body
// drained by hand.
func BenchmarkUnread(b *testing.B) {
	b.Run("NewTransport", func(b *testing.B) {
		url := benchServer(b)
		plain, _ := newTransport(b)
		base, _ := newTransport(b)
		pair(b, url,
			contender{&http.Client{Transport: plain}, drained, background},
			contender{&http.Client{Transport: drain.NewTransport(base)}, unread, background},
		)
	})
	b.Run("Close", func(b *testing.B) {
		url := benchServer(b)
		plain, _ := newTransport(b)
		base, _ := newTransport(b)
		pair(b, url,
			contender{&http.Client{Transport: plain}, drained, background},
			contender{&http.Client{Transport: base}, closed, background},
		)
	})
}

func pair(b *testing.B, url string, plain, drain contender) {
	const batch = 10
	var (
		took   [2][]time.Duration
		allocs [2]uint64
	)
	plain.run(b, url, batch) // warm up
	drain.run(b, url, batch)
	for i := 0; b.Loop(); i++ {
		contenders := [2]contender{plain, drain}
		for k := range contenders {
			k ^= i & 1 // each goes first in turn
			t, n := contenders[k].measure(b, url, batch)
			took[k] = append(took[k], t)
			allocs[k] += n
		}
	}
	median := func(k int) float64 {
		slices.Sort(took[k])
		return float64(took[k][len(took[k])/2])
	}
	n := float64(len(took[0]) * batch)
	b.ReportMetric(median(1)/median(0), "ratio")
	b.ReportMetric((float64(allocs[1])-float64(allocs[0]))/n, "more-allocs")
	b.ReportMetric(float64(allocs[0])/n, "plain-allocs")
}

// measure returns how long n requests take, and how many allocations.
func (c contender) measure(tb testing.TB, url string, n int) (took time.Duration, allocs uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	c.run(tb, url, n)
	took = time.Since(start)
	runtime.ReadMemStats(&after)
	return took, after.Mallocs - before.Mallocs
}

func (c contender) run(tb testing.TB, url string, n int) {
	for range n {
		ctx, cancel := c.ctx()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			tb.Fatal(err)
		}
		if err := c.use(c.client, req); err != nil {
			tb.Fatal(err)
		}
		cancel()
	}
}

// benchServer returns the URL of a server that allocates nothing per request.
func benchServer(tb testing.TB) string {
	response := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1024\r\n\r\n")
	response = append(response, make([]byte, 1024)...)
	return serveConns(tb, func(c net.Conn) {
		r := bufio.NewReader(c)
		for {
			for {
				line, err := r.ReadSlice('\n')
				if err != nil {
					return
				}
				if len(line) == len("\r\n") {
					break
				}
			}
			if _, err := c.Write(response); err != nil {
				return
			}
		}
	})
}

// serveConns returns the URL of a server that hands each connection to serve and closes
// it afterwards.
func serveConns(tb testing.TB, serve func(net.Conn)) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		conns = make(map[net.Conn]bool)
	)
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns[c] = true
			mu.Unlock()
			wg.Go(func() {
				serve(c)
				c.Close()
				mu.Lock()
				delete(conns, c)
				mu.Unlock()
			})
		}
	})
	tb.Cleanup(func() {
		l.Close()
		mu.Lock()
		for c := range conns {
			c.Close()
		}
		mu.Unlock()
		wg.Wait()
	})
	return "http://" + l.Addr().String()
}
