// kind: response variable reassigned after the deferred closure
// expect: defer Close would bind the first body: report, only the drain goes

package case309

import (
	"encoding/json"
	"io"
	"net/http"
)

type profile struct{ Name string }

func (s *site) profile(id string) (*profile, error) {
	resp, err := s.get("/profiles/"+id, s.token)
	if err != nil {
		return nil, err
	}
	defer func() {
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	if resp.StatusCode == http.StatusUnauthorized {
		again, err := s.get("/profiles/"+id, s.renew())
		if err != nil {
			return nil, err
		}
		resp.Body.Close()
		resp = again
	}
	p := new(profile)
	return p, json.NewDecoder(resp.Body).Decode(p)
}

type site struct {
	c     *http.Client
	base  string
	token string
	renew func() string
}

func (s *site) get(path, token string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, s.base+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	return s.c.Do(req)
}
