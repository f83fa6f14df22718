// Package conncount is a server for tests that counts the connections it is given: what
// a pass says of connections is proved by it.
package conncount

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// A Server counts connections.
type Server struct {
	*httptest.Server

	mu     sync.Mutex
	opened int
	alive  map[net.Conn]bool
}

// A Kind is what a server speaks.
type Kind string

// The kinds.
const (
	HTTP  Kind = "http"  // HTTP/1
	HTTPS Kind = "https" // HTTP/1, TLS
	HTTP2 Kind = "h2"    // HTTP/1 and HTTP/2, TLS
	H2C   Kind = "h2c"   // HTTP/1 and HTTP/2
)

// New starts a server of HTTP/1. The end of the test closes it.
func New(t testing.TB, h http.HandlerFunc) *Server {
	t.Helper()
	return NewKind(t, HTTP, h)
}

// NewKind starts a server of some kind.
func NewKind(t testing.TB, kind Kind, h http.Handler) *Server {
	t.Helper()
	s := &Server{Server: httptest.NewUnstartedServer(h), alive: make(map[net.Conn]bool)}
	// It would print which clients don't trust the server's certificate.
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		s.mu.Lock()
		defer s.mu.Unlock()
		switch state {
		case http.StateNew:
			s.opened++
			s.alive[c] = true
		case http.StateClosed, http.StateHijacked:
			delete(s.alive, c)
		}
	}
	t.Cleanup(func() {
		s.CloseClientConnections() // those that the test left open
		s.Close()
	})
	switch kind {
	case HTTP:
		s.Start()
	case HTTPS:
		s.StartTLS()
	case HTTP2:
		s.EnableHTTP2 = true
		s.StartTLS()
	case H2C:
		s.Config.Protocols = new(http.Protocols)
		s.Config.Protocols.SetHTTP1(true)
		s.Config.Protocols.SetUnencryptedHTTP2(true)
		s.Start()
	default:
		t.Fatalf("there is no kind %q of server", kind)
	}
	return s
}

// Opened returns how many connections were opened.
func (s *Server) Opened() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened
}

// Open returns how many connections are open, once that is want or has had the time to
// become it.
func (s *Server) Open(want int) int {
	for range 100 {
		if s.Now() == want {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return s.Now()
}

// Now returns how many connections are open.
func (s *Server) Now() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.alive)
}
