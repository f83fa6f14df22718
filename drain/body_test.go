package drain_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bodyvet/bodyvet/drain"
)

// TestCloseDuringRead closes a body while a Read waits for the server.
func TestCloseDuringRead(t *testing.T) {
	const (
		head      = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
		hangs     = "hangs"
		truncates = "truncates"
	)
	for _, c := range []struct {
		name string
		rest string // what the server does after the Close
		data string // what the Read gets
		err  error  // nil if there must be one, any one
		lost bool   // whether the connection is
		took time.Duration
	}{
		{name: "the end comes", rest: "0\r\n\r\n", err: io.EOF},
		{name: "data and the end come", rest: "5\r\nhello\r\n0\r\n\r\n", data: "hello", err: io.EOF},
		{name: "data comes, and the end later", rest: "5\r\nhello\r\n|0\r\n\r\n", data: "hello"},
		{name: "the server closes", rest: truncates, err: io.ErrUnexpectedEOF, lost: true},
		{name: "the server hangs", rest: hangs, lost: true, took: drain.DefaultMaxTime},
	} {
		for _, s := range subjects() {
			if drain.Native && c.rest == hangs {
				continue // time stands still while net/http's drain waits for the Read
			}
			t.Run(c.name+"/"+s.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					closed := make(chan struct{})
					tr, dials := newScripted(t, func(p *peer) {
						for p.request() {
							p.send(head)
							<-closed
							switch c.rest {
							case hangs:
								p.hang()
								return
							case truncates:
								return
							}
							for part := range strings.SplitSeq(c.rest, "|") {
								p.send(part)
								time.Sleep(time.Millisecond)
							}
						}
					})
					rt := s.wrap(tr)
					resp := get(t.Context(), t, rt)
					start := time.Now()
					var wg sync.WaitGroup
					wg.Go(func() {
						p := make([]byte, 10)
						n, err := resp.Body.Read(p)
						if got := string(p[:n]); got != c.data {
							t.Errorf("Read got %q, want %q", got, c.data)
						}
						if c.data != "" && err == nil {
							// The next Read is one on a closed body.
							_, err = resp.Body.Read(p)
							if err == nil || err.Error() != "http: read on closed response body" {
								t.Errorf("second Read: got %v", err)
							}
						} else if err == nil || c.err != nil && err != c.err {
							t.Errorf("Read: got %v, want %v", err, c.err)
						}
						if took := time.Since(start); took != c.took {
							t.Errorf("Read took %v, want %v", took, c.took)
						}
					})
					synctest.Wait() // until it waits
					closeAtOnce(t, resp.Body)
					closeAtOnce(t, resp.Body)
					if _, err := resp.Body.Read(make([]byte, 1)); err == nil || err.Error() != "http: read on closed response body" {
						t.Errorf("Read after Close: got %v", err)
					}
					close(closed)
					wg.Wait()

					time.Sleep(10 * time.Millisecond) // the drain goes on
					closeAtOnce(t, get(t.Context(), t, rt).Body)
					time.Sleep(time.Second)
					want := int64(1)
					if c.lost {
						want = 2
					}
					if n := dials.Load(); n != want {
						t.Errorf("%d connections, want %d", n, want)
					}
				})
			})
		}
	}
}

// TestTrailerAfterClose has a Read under way that meets the trailer after the Close. The
// response is the program's then.
func TestTrailerAfterClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := make(chan struct{})
		tr, _ := newScripted(t, func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n")
			<-closed
			p.send("0\r\nX-Sum: 42\r\n\r\n")
			p.hang()
		})
		// A layer, so that it is this package's body also under Go 1.27.
		resp := get(t.Context(), t, drain.NewTransport(roundTripperFunc(tr.RoundTrip)))
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := resp.Body.Read(make([]byte, 1)); err != io.EOF {
				t.Errorf("Read: %v", err)
			}
		})
		synctest.Wait() // until it waits
		closeAtOnce(t, resp.Body)
		mine := resp.Trailer.Clone()
		resp.Trailer = mine // the race detector agrees
		close(closed)
		wg.Wait()
		synctest.Wait()
		if mine.Get("X-Sum") != "" {
			t.Error("the trailer was written to a response that was closed")
		}
	})
}

// TestManyReadsAndCloses lets the race detector look at all of it at once.
func TestManyReadsAndCloses(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.name, func(t *testing.T) {
			srv := newServer(t, body(100<<10, false))
			tr, _ := newTransport(t)
			rt := s.wrap(tr)
			for range 20 {
				ctx, cancel := context.WithCancel(t.Context())
				req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL, nil)
				if err != nil {
					t.Fatal(err)
				}
				resp, err := rt.RoundTrip(req)
				if err != nil {
					t.Fatal(err)
				}
				var wg sync.WaitGroup
				for range 4 {
					wg.Go(func() { io.Copy(io.Discard, resp.Body) })
					wg.Go(func() {
						if err := resp.Body.Close(); err != nil {
							t.Errorf("Close: %v", err)
						}
					})
				}
				wg.Go(cancel)
				wg.Wait()
				if _, err := resp.Body.Read(make([]byte, 1)); err == nil {
					t.Error("a Read after Close got something")
				}
			}
		})
	}
}

// An outcome is what a program sees of a response.
type outcome struct {
	Err     string // of the RoundTrip
	Status  int
	Header  http.Header
	Length  int64
	Steps   []string // what each call returned
	Trailer http.Header
}

// A step is what a program does with a response.
type step string

const (
	readSome  step = "Read"
	readAll   step = "ReadAll"
	closeBody step = "Close"
	cancelCtx step = "cancel"
	waitABit  step = "wait"
)

// play sends a request through rt and does the steps, each only when nothing happens any
// more, so that it is certain what there is to see.
func play(ctx context.Context, rt http.RoundTripper, steps []step) (o outcome) {
	// Servers send something each millisecond, some of them for ever: it takes them a
	// while, although it is no real time that passes. Half a millisecond decides what
	// comes first.
	const patience, tie = 2 * time.Second, time.Millisecond / 2
	ctx, cancel := context.WithTimeout(ctx, patience+tie)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, virtualURL, nil)
	if err != nil {
		panic(err)
	}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		o.Err = err.Error()
		return o
	}
	defer resp.Body.Close()
	// A switched protocol has no context that could end a Read.
	defer time.AfterFunc(2*patience+tie, func() { resp.Body.Close() }).Stop()
	o.Status, o.Header, o.Length = resp.StatusCode, resp.Header, resp.ContentLength
	for _, s := range steps {
		synctest.Wait()
		var did string
		switch s {
		case readSome:
			p := make([]byte, 7)
			n, err := resp.Body.Read(p)
			did = fmt.Sprintf("%q, %v", p[:n], err)
		case readAll:
			const most = 300 << 10 // of what may be endless
			text, err := io.ReadAll(io.LimitReader(resp.Body, most))
			if len(text) > 100 {
				text = fmt.Appendf(nil, "%.100s and so on, %d in all", text, len(text))
			}
			did = fmt.Sprintf("%q, %v", text, err)
		case closeBody:
			did = fmt.Sprint(resp.Body.Close())
		case cancelCtx:
			cancel()
		case waitABit:
			time.Sleep(time.Millisecond)
		}
		o.Steps = append(o.Steps, fmt.Sprintf("%s: %s", s, did))
	}
	synctest.Wait()
	o.Trailer = resp.Trailer
	return o
}

// TestActsLikeNetHTTP does random things to random responses, with and without drain, and
// compares what a program sees.
func TestActsLikeNetHTTP(t *testing.T) {
	responses := []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhello hello hello he|",
		"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhello |hello hello he",
		"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nhello |",
		"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n|",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n|5\r\nhello\r\n0\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n5\r\nhello\r\n0\r\n|X-Sum: 1\r\nX-Other: 2\r\n\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n|zz\r\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n|",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n|bad trailer\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 29\r\n\r\n" + gzipHello + "|",
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 29\r\n\r\n" + gzipHello[:15] + "|" + gzipHello[15:],
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 29\r\n\r\n" + gzipHello[:20] + "|xxxxxxxxx",
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello|",
		"HTTP/1.0 200 OK\r\n\r\nhello|hello",
		"HTTP/1.1 204 No Content\r\n\r\n|",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nhe|llo",
		"nonsense\r\n\r\n|",
	}
	const seed = 1
	random := rand.New(rand.NewPCG(seed, seed))
	all := []step{readSome, readAll, closeBody, cancelCtx, waitABit}
	for range 500 {
		response := responses[random.IntN(len(responses))]
		steps := make([]step, 1+random.IntN(6))
		for i := range steps {
			steps[i] = all[random.IntN(len(all))]
		}
		if !compare(t, []byte(response), serverCloses, steps) {
			t.Fatalf("drain differs from net/http in %v", steps)
		}
	}
}

// gzipHello is "hello" compressed.
const gzipHello = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xcaH\xcd\xc9\xc9\x07\x04\x00\x00\xff\xff\x86\xa6\x106\x05\x00\x00\x00"

// What a server does when it has sent what it has.
const (
	serverCloses = iota
	serverHangs
	serverRepeats
	serverEndings
)

// compare plays the steps with and without drain, to a server that sends response, with a
// short break at each "|". It returns whether the outcomes were the same.
func compare(t *testing.T, response []byte, ending int, steps []step) bool {
	same := true
	for _, s := range subjects() {
		var want, got outcome
		serve := func(p *peer) {
			if !p.request() {
				return
			}
			for {
				for _, part := range strings.SplitAfter(string(response), "|") {
					if !p.send(strings.TrimSuffix(part, "|")) {
						return
					}
					time.Sleep(time.Millisecond)
				}
				switch ending {
				case serverHangs:
					p.hang()
					return
				case serverCloses:
					return
				}
			}
		}
		run := func(o *outcome, wrap func(*http.Transport) http.RoundTripper) {
			synctest.Test(t, func(t *testing.T) {
				tr, _ := newScripted(t, serve)
				*o = play(t.Context(), wrap(tr), steps)
				// Have: a bubble fails if a goroutine stays.
			})
		}
		run(&want, func(tr *http.Transport) http.RoundTripper { return tr })
		run(&got, s.wrap)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Logf("%s on %q, ending %d (-net/http +drain):\n%s", s.name, response, ending, diff)
			same = false
		}
	}
	return same
}

// TestReadErrorsAreNetHTTPs has no randomness, so that each kind of fault is seen for
// certain.
func TestReadErrorsAreNetHTTPs(t *testing.T) {
	for _, c := range []struct {
		name, response string
		want           error
	}{
		{"whole", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", nil},
		{"cut", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", io.ErrUnexpectedEOF},
		{"cut between chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", io.ErrUnexpectedEOF},
		{"cut in the trailer", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-", errors.New("http: suspiciously long trailer after chunked body")},
		{"no chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n", errors.New("invalid byte in chunk length")},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, s subject) {
				tr, _ := newScripted(t, func(p *peer) {
					if p.request() {
						p.send(c.response)
					}
				})
				resp := get(t.Context(), t, s.wrap(tr))
				text, err := io.ReadAll(resp.Body)
				if string(text) != "hello" || fmt.Sprint(err) != fmt.Sprint(c.want) {
					t.Errorf("got %q, %v, want hello, %v", text, err, c.want)
				}
				closeAtOnce(t, resp.Body)
			})
		})
	}
}
