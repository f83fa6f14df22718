package proof_test

import (
	"compress/gzip"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A server is what the programs talk to. It answers each request as its query says:
//
//	size=1024       bytes of the body
//	status=404      the status
//	chunked=1       no Content-Length
//	wait=20ms       between the first half of the body, which goes out with the headers, and the second
//	trailer=value   a trailer X-Sum
//	gzip=1          a gzip body, for a client that takes it
//	close=1         Connection: close
//	truncate=1      the second half of the body never comes
//	redirect=/path  a redirect to there, with a body
type server struct {
	url  string
	cert string // the file with the certificate, if it speaks TLS

	mu          sync.Mutex
	connections int
	requests    []string // method, path and protocol of each
	cancelled   int      // requests whose handler was cancelled while it waited
}

func newServer(t *testing.T, kind string) *server {
	s := new(server)
	srv := httptest.NewUnstartedServer(s)
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.mu.Lock()
			s.connections++
			s.mu.Unlock()
		}
	}
	switch kind {
	case "http":
		srv.Start()
	case "h2c":
		srv.Config.Protocols = new(http.Protocols)
		srv.Config.Protocols.SetHTTP1(true)
		srv.Config.Protocols.SetUnencryptedHTTP2(true)
		srv.Start()
	case "https", "h2":
		srv.EnableHTTP2 = kind == "h2"
		srv.StartTLS()
		s.cert = filepath.Join(t.TempDir(), "cert.pem")
		block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})
		if err := os.WriteFile(s.cert, block, 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("server: there is no kind %q", kind)
	}
	s.url = srv.URL
	t.Cleanup(func() {
		srv.CloseClientConnections() // of programs that leave some open
		srv.Close()
	})
	return s
}

// ServeHTTP implements [http.Handler].
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, fmt.Sprintf("%s %s %s", r.Method, r.URL.Path, r.Proto))
	s.mu.Unlock()
	if !answer(w, r) {
		s.mu.Lock()
		s.cancelled++
		s.mu.Unlock()
	}
}

// answer reports whether it came to its end.
func answer(w http.ResponseWriter, r *http.Request) bool {
	q := r.URL.Query()
	size := number(q, "size", 1024)
	status := number(q, "status", http.StatusOK)
	wait, _ := time.ParseDuration(q.Get("wait"))
	half := size / 2

	if to := q.Get("redirect"); to != "" {
		w.Header().Set("Location", to)
		status = http.StatusFound
	}
	if q.Has("close") {
		w.Header().Set("Connection", "close")
	}
	if q.Has("trailer") {
		w.Header().Set("Trailer", "X-Sum")
		defer w.Header().Set("X-Sum", q.Get("trailer"))
	}
	out := io.Writer(w)
	switch {
	case q.Has("gzip") && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip"):
		w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(w)
		defer zip.Close()
		out = zip
	case !q.Has("chunked") && !q.Has("trailer"):
		w.Header().Set("Content-Length", strconv.Itoa(size))
	}
	w.WriteHeader(status)
	if wait > 0 || q.Has("chunked") || q.Has("trailer") || q.Has("truncate") {
		_, _ = io.WriteString(out, strings.Repeat("x", half))
		_ = http.NewResponseController(w).Flush()
		size -= half
	}
	if q.Has("truncate") {
		panic(http.ErrAbortHandler)
	}
	if wait > 0 {
		select {
		case <-time.After(wait):
		case <-r.Context().Done():
			return false
		}
	}
	_, _ = io.WriteString(out, strings.Repeat("x", size)) // the client may be gone
	return true
}

func number(q url.Values, key string, otherwise int) int {
	if n, err := strconv.Atoi(q.Get(key)); err == nil {
		return n
	}
	return otherwise
}
