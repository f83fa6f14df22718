package proof_test

import (
	"compress/gzip"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bodyvet/bodyvet/internal/conncount"
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
	*conncount.Server
	cert string // the file with the certificate, if it speaks TLS

	mu        sync.Mutex
	requests  []string // method, path and protocol of each
	cancelled int      // requests whose handler was cancelled while it waited
}

func newServer(t *testing.T, kind conncount.Kind) *server {
	s := new(server)
	s.Server = conncount.NewKind(t, kind, s)
	if s.TLS != nil {
		s.cert = filepath.Join(t.TempDir(), "cert.pem")
		block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
		if err := os.WriteFile(s.cert, block, 0o666); err != nil {
			t.Fatal(err)
		}
	}
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
