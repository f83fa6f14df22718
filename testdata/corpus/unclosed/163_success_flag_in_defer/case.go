// kind: path: deferred literal tests a success flag
// expect: silent: kept is true only where the body went into the result

package p

import (
	"bufio"
	"errors"
	"io"
	"net/http"
)

type Stream struct {
	body io.ReadCloser
	r    *bufio.Reader
}

func (s *Stream) Close() error { return s.body.Close() }

func Subscribe(c *http.Client, req *http.Request) (*Stream, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	kept := false
	defer func() {
		if !kept {
			_ = resp.Body.Close()
		}
	}()
	r := bufio.NewReader(resp.Body)
	hello, err := r.ReadString('\n')
	if err != nil {
		return nil, err
	}
	if hello != "ready\n" {
		return nil, errors.New("no stream: " + hello)
	}
	kept = true
	return &Stream{resp.Body, r}, nil
}
