// kind: owner: the callee gets header, status and length, not the body
// expect: nobody can close it any more

package p

import (
	"net/http"
	"time"
)

type Cache interface {
	Note(key string, h http.Header, size int64)
}

type Stat struct {
	Code    int
	Headers http.Header
	Took    time.Duration
}

func Measure(c *http.Client, cache Cache, u string) (*Stat, error) {
	start := time.Now()
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	cache.Note(u, resp.Header, resp.ContentLength)
	return &Stat{resp.StatusCode, resp.Header, time.Since(start)}, nil
}
