// kind: owner: a map in a field
// expect: silent: the session table owns the body until Hangup

package p

import (
	"io"
	"net/http"
	"sync"
)

type Sessions struct {
	mu   sync.Mutex
	open map[string]io.Closer
}

func (s *Sessions) Call(c *http.Client, id, u string) (io.Reader, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.open[id]; ok {
		old.Close()
	}
	s.open[id] = resp.Body
	return resp.Body, nil
}

func (s *Sessions) Hangup(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.open[id]; ok {
		c.Close()
		delete(s.open, id)
	}
}
