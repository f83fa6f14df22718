// kind: owner: a local struct that embeds *http.Response
// expect: the struct doesn't leave the function and nobody closes

package p

import (
	"net/http"
	"time"
)

type sample struct {
	*http.Response
	took time.Duration
}

func (s sample) slow() bool { return s.took > time.Second || s.StatusCode >= 500 }

func Slow(c *http.Client, u string) (bool, error) {
	start := time.Now()
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return false, err
	}
	s := sample{Response: resp, took: time.Since(start)}
	return s.slow(), nil
}
