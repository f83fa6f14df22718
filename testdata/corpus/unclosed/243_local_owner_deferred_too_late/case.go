// kind: owner: a local struct with a Close method
// expect: the wrong greeting returns before the deferred Close of the owner

package p

import (
	"bufio"
	"errors"
	"net/http"
)

type session struct {
	resp *http.Response
	in   *bufio.Reader
}

func (s *session) line() (string, error) { return s.in.ReadString('\n') }
func (s *session) Close() error          { return s.resp.Body.Close() }

func Talk(c *http.Client, u string, f func(string)) error {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return err
	}
	s := &session{resp, bufio.NewReader(resp.Body)}
	if hello, err := s.line(); err != nil || hello != "hello\n" {
		return errors.Join(errors.New("bad greeting"), err)
	}
	defer s.Close()
	for {
		l, err := s.line()
		if err != nil {
			return err
		}
		f(l)
	}
}

func Greet(c *http.Client, u string) (string, error) {
	resp, err := c.Get(u)
	if err != nil {
		return "", err
	}
	s := &session{resp, bufio.NewReader(resp.Body)}
	defer s.Close()
	return s.line()
}
