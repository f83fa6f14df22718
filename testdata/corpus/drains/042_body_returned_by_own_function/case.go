// kind: drain of a body that a function of the package returns
// expect: the reader is a response body, seen through open: report, the closure becomes defer Close

package case042

import (
	"fmt"
	"io"
	"net/http"
)

type store struct {
	client *http.Client
	base   string
}

func (s *store) open(key string) (io.ReadCloser, error) {
	resp, err := s.client.Get(s.base + key)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("open %s: %s", key, resp.Status)
	}
	return resp.Body, nil
}

// magic returns the first bytes of an object.
func (s *store) magic(key string) ([4]byte, error) {
	var m [4]byte
	body, err := s.open(key)
	if err != nil {
		return m, err
	}
	defer func() {
		io.CopyN(io.Discard, body, 4<<10) // DRAIN
		body.Close()
	}()
	_, err = io.ReadFull(body, m[:])
	return m, err
}
