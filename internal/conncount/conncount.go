// Package conncount is a server for tests that counts the connections it is given: what
// a pass says of connections is proved by it.
package conncount

import (
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

// New starts a server. The end of the test closes it.
func New(t testing.TB, h http.HandlerFunc) *Server {
	t.Helper()
	s := unstarted(h)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// NewHTTP2 starts one with TLS and HTTP/2.
func NewHTTP2(t testing.TB, h http.HandlerFunc) *Server {
	t.Helper()
	s := unstarted(h)
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func unstarted(h http.HandlerFunc) *Server {
	s := &Server{Server: httptest.NewUnstartedServer(h), alive: make(map[net.Conn]bool)}
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
	return s
}

// Now returns how many connections are open.
func (s *Server) Now() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.alive)
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
