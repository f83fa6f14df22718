// kind: owner: the first page comes from a method that closes, the others from a function value
// expect: silent: nobody knows what the function value returns, and what is known is closed

package p

import (
	"encoding/json"
	"net/http"
)

type lister struct{ c *http.Client }

func (l *lister) do(req *http.Request, v any) (*http.Response, error) {
	resp, err := l.c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return resp, json.NewDecoder(resp.Body).Decode(v)
}

type nextPage func(v *any, u string) (*http.Response, error)

func (l *lister) all(req *http.Request, v any, f nextPage) (*http.Response, error) {
	resp, err := l.do(req, v)
	if err != nil {
		return resp, err
	}
	for next := resp.Header.Get("Next"); next != ""; next = resp.Header.Get("Next") {
		if resp, err = f(&v, next); err != nil {
			return resp, err
		}
	}
	return resp, nil
}

func (l *lister) Zones(u string) (zones []string, status int, err error) {
	req, err := http.NewRequest(http.MethodGet, u, nil)
	if err != nil {
		return nil, 0, err
	}
	resp, err := l.all(req, &zones, func(v *any, u string) (*http.Response, error) {
		r, err := http.NewRequest(http.MethodGet, u, nil)
		if err != nil {
			return nil, err
		}
		return l.do(r, v)
	})
	if err != nil {
		return nil, 0, err
	}
	return zones, resp.StatusCode, nil
}

// made: what a function value returns is open, for all that is known.
func Made(open func(string) (*http.Response, error), u string) int {
	resp, err := open(u) // LEAK
	if err != nil {
		return 0
	}
	return resp.StatusCode
}
