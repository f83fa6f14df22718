package proof_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"go/version"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bodyvet/bodyvet/analyzer"
	"github.com/bodyvet/bodyvet/drain"
	"github.com/bodyvet/bodyvet/internal/conncount"
	"github.com/bodyvet/bodyvet/internal/manual"
)

// figures are how many requests each row is of, and pause what lies between two of
// them: enough for the background drain of Go 1.27, most of the time.
const (
	figures = 20
	pause   = 50 * time.Millisecond
)

// A scenario is what a row of figures is measured by.
type scenario struct {
	size    int // of the body, 1 KB where it's 0
	server  func(http.ResponseWriter)
	http2   bool
	perCall bool // a transport for each request
	setup   func(*http.Transport) http.RoundTripper
	body    func(resp *http.Response, cancel context.CancelFunc)
}

var (
	closed  = func(resp *http.Response, _ context.CancelFunc) { _ = resp.Body.Close() }
	readAll = func(resp *http.Response, _ context.CancelFunc) { _, _ = io.ReadAll(resp.Body) }
	drained = func(resp *http.Response, _ context.CancelFunc) {
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}
	noKeepAlives = func(t *http.Transport) http.RoundTripper {
		t.DisableKeepAlives = true
		return t
	}
	draining = func(t *http.Transport) http.RoundTripper { return drain.NewTransport(t) }
)

// scenarios are by the text of the row.
var scenarios = map[string]scenario{
	"closed unread":                             {body: closed},
	"drained by hand, then closed":              {body: drained},
	"neither read nor closed":                   {body: func(*http.Response, context.CancelFunc) {}},
	"read to EOF, never closed":                 {body: readAll},
	"closed unread, through drain.NewTransport": {body: closed, setup: draining},

	"DisableKeepAlives, closed unread":                {body: closed, setup: noKeepAlives},
	"DisableKeepAlives, drained by hand, then closed": {body: drained, setup: noKeepAlives},
	"read by io.ReadAll, then closed": {body: func(resp *http.Response, cancel context.CancelFunc) {
		readAll(resp, cancel)
		closed(resp, cancel)
	}},
	"read by io.ReadAll, drained by hand, then closed": {body: func(resp *http.Response, cancel context.CancelFunc) {
		readAll(resp, cancel)
		drained(resp, cancel)
	}},

	"cancelled, then closed": {body: func(resp *http.Response, cancel context.CancelFunc) {
		cancel()
		_ = resp.Body.Close()
	}},
	"closed, then cancelled": {body: func(resp *http.Response, cancel context.CancelFunc) {
		_ = resp.Body.Close()
		time.Sleep(pause)
		cancel()
	}},

	"a Transport for each, drained and closed": {body: drained, perCall: true},
	"a Transport for each, closed unread":      {body: closed, perCall: true},
	"one Transport, drained and closed":        {body: drained},

	"chunked, closed unread": {
		server: func(w http.ResponseWriter) {
			_ = http.NewResponseController(w).Flush()
			_, _ = io.WriteString(w, strings.Repeat("x", 1<<10))
		},
		body: closed,
	},
	"with a trailer, closed unread": {
		server: func(w http.ResponseWriter) {
			w.Header().Set("Trailer", "X-Sum")
			_, _ = io.WriteString(w, strings.Repeat("x", 1<<10))
			w.Header().Set("X-Sum", "42")
		},
		body: closed,
	},
	"compressed, closed unread": {
		server: func(w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "gzip")
			zw := gzip.NewWriter(w)
			_, _ = io.WriteString(zw, strings.Repeat("x", 1<<10))
			_ = zw.Close()
		},
		body: closed,
	},
	"the end comes after 5 ms, closed unread":  {server: halves(5 * time.Millisecond), body: closed},
	"the end comes after 80 ms, closed unread": {server: halves(80 * time.Millisecond), body: closed},
	"the server closes (Connection: close)": {
		server: func(w http.ResponseWriter) {
			w.Header().Set("Connection", "close")
			_, _ = io.WriteString(w, strings.Repeat("x", 1<<10))
		},
		body: closed,
	},
	"io.NopCloser round the body, closed unread": {body: func(resp *http.Response, _ context.CancelFunc) {
		_ = io.NopCloser(resp.Body).Close()
	}},

	"256 KiB, closed unread": {body: closed, size: 256 << 10},
	"257 KiB, closed unread": {body: closed, size: 257 << 10},
	"300 KiB, closed unread": {body: closed, size: 300 << 10},
	"300 KiB chunked, closed unread": {
		server: func(w http.ResponseWriter) {
			_ = http.NewResponseController(w).Flush()
			_, _ = io.WriteString(w, strings.Repeat("x", 300<<10))
		},
		body: closed,
	},
	"257 KiB, drained by hand, then closed": {body: drained, size: 257 << 10},

	"one Decode, the newline behind it comes later, closed": {
		server: func(w http.ResponseWriter) {
			_, _ = io.WriteString(w, `{"ok":true}`)
			_ = http.NewResponseController(w).Flush()
			time.Sleep(5 * time.Millisecond)
			_, _ = io.WriteString(w, "\n")
		},
		body: func(resp *http.Response, _ context.CancelFunc) {
			var v struct{ OK bool }
			_ = json.NewDecoder(resp.Body).Decode(&v) // the count tells
			_ = resp.Body.Close()
		},
	},
}

// halves sends 1 KB, the second half of it some time after the first.
func halves(later time.Duration) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		half := strings.Repeat("x", 1<<9)
		w.Header().Set("Content-Length", strconv.Itoa(1<<10))
		_, _ = io.WriteString(w, half)
		_ = http.NewResponseController(w).Flush()
		time.Sleep(later)
		_, _ = io.WriteString(w, half)
	}
}

// TestFigures measures the figures in the manuals, and in the page about net/http, again:
// those of the version of Go that it is built by.
func TestFigures(t *testing.T) {
	t.Parallel()
	texts := map[string][]string{"nethttp": fenced(t, "nethttp.md")}
	for _, a := range analyzer.All() {
		for _, b := range manual.Code(a.Doc) {
			texts[a.Name] = append(texts[a.Name], b.Code)
		}
	}
	for name, codes := range texts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := 0
			for _, code := range codes {
				for part := range strings.SplitSeq(code, "\n\n") {
					rows += table(t, part)
				}
			}
			if rows == 0 {
				t.Error("there are no figures")
			}
		})
	}
}

// fenced are the blocks of text in a page of the documentation.
func fenced(t *testing.T, page string) []string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, m := range regexp.MustCompile("(?s)\n```text\n(.*?)\n```\n").FindAllSubmatch(src, -1) {
		blocks = append(blocks, string(m[1]))
	}
	return blocks
}

// table measures the rows of a part of code, if it is a table, and returns how many
// there are.
func table(t *testing.T, code string) int {
	lines := strings.Split(strings.TrimSpace(code), "\n")
	head := columns.Split(lines[0], -1)
	if len(head) != 3 || head[1] != "Go 1.26" || head[2] != "Go 1.27" {
		return 0
	}
	for _, line := range lines[1:] {
		row := columns.Split(line, -1)
		if len(row) != 3 {
			t.Fatalf("%q is no row of figures", line)
		}
		s, ok := scenarios[row[0]]
		if !ok {
			t.Fatalf("%q has no scenario", row[0])
		}
		s.http2 = strings.Contains(head[0], "over HTTP/2")
		stillOpen := strings.HasPrefix(head[0], "connections that are still open")
		if !stillOpen && !strings.HasPrefix(head[0], "connections for 20 requests") {
			t.Fatalf("%q is no heading of figures", head[0])
		}
		want := row[1]
		if version.Compare(version.Lang(runtime.Version()), "go1.27") >= 0 {
			want = row[2]
		}
		// On a busy machine what comes later, or in time, may not: the figure is what can
		// be measured, and a wrong one can't.
		var seen []int
		for range 10 {
			got, open := s.measure(t, row[0])
			if stillOpen {
				got = open
			}
			if slices.Contains(strings.Split(want, " or "), fmt.Sprint(got)) {
				seen = nil
				break
			}
			seen = append(seen, got)
		}
		if seen != nil {
			t.Errorf("%s, %s: %d, and the manual says %s", head[0], row[0], seen, want)
		}
	}
	return len(lines) - 1
}

var columns = regexp.MustCompile(`  +`)

// measure sends the requests, and returns how many connections were opened, and how
// many are still open.
func (s *scenario) measure(t *testing.T, name string) (opened, open int) {
	t.Helper()
	size := s.size
	if size == 0 {
		size = 1 << 10
	}
	handler := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", size)) }
	if s.server != nil {
		handler = func(w http.ResponseWriter, _ *http.Request) { s.server(w) }
	}
	kind := conncount.HTTP
	if s.http2 {
		kind = conncount.HTTP2
	}
	srv := conncount.NewKind(t, kind, http.HandlerFunc(handler))
	var client *http.Client
	for range figures {
		if client == nil || s.perCall {
			client = s.client(t, srv)
		}
		ctx, cancel := context.WithCancel(t.Context())
		t.Cleanup(cancel)
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.body(resp, cancel)
		time.Sleep(pause)
	}
	time.Sleep(2 * pause)
	return srv.Opened(), srv.Now()
}

func (s *scenario) client(t *testing.T, srv *conncount.Server) *http.Client {
	tr := &http.Transport{}
	if s.http2 {
		tr = srv.Client().Transport.(*http.Transport).Clone()
	}
	t.Cleanup(tr.CloseIdleConnections)
	var rt http.RoundTripper = tr
	if s.setup != nil {
		rt = s.setup(tr)
	}
	return &http.Client{Transport: rt}
}
