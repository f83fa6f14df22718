// kind: paths: a transport is given nil in place of a request, to see it refuse
// expect: nothing: there is no response to nothing

package p

import (
	"errors"
	"net/http"
)

type signing struct {
	key  string
	next http.RoundTripper
}

func (s *signing) RoundTrip(req *http.Request) (*http.Response, error) {
	if s.key == "" {
		return nil, errors.New("no key")
	}
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", s.key)
	return s.next.RoundTrip(req)
}

func refuses() bool {
	_, err := (&signing{}).RoundTrip(nil)
	return err != nil
}

func sends(s *signing, req *http.Request) bool {
	_, err := s.RoundTrip(req) // LEAK
	return err != nil
}
