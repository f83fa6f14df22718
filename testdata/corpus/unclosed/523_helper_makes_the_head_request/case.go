// kind: HEAD: a method of this package makes the request
// expect: silent for HEAD, a leak for the one that may be a GET

package p

import (
	"context"
	"net/http"
)

type store struct {
	c     *http.Client
	agent string
}

func (s *store) headRequest(ctx context.Context, u string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, "HEAD", u, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", s.agent)
	return req, nil
}

func (s *store) anyRequest(ctx context.Context, u string, light bool) (*http.Request, error) {
	if light {
		return http.NewRequestWithContext(ctx, http.MethodHead, u, nil)
	}
	return http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
}

func (s *store) Size(ctx context.Context, u string) (int64, error) {
	req, err := s.headRequest(ctx, u)
	if err != nil {
		return 0, err
	}
	resp, err := s.c.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.ContentLength, nil
}

func (s *store) Probe(ctx context.Context, u string, light bool) (int64, error) {
	req, err := s.anyRequest(ctx, u, light)
	if err != nil {
		return 0, err
	}
	resp, err := s.c.Do(req) // LEAK
	if err != nil {
		return 0, err
	}
	return resp.ContentLength, nil
}
