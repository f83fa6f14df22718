// kind: owner: a local map owns nothing
// expect: the bodies in it die with the function, Closing runs over the same map and is silent

package p

import (
	"io"
	"net/http"
)

func Lengths(c *http.Client, urls []string) map[string]int64 {
	bodies := make(map[string]io.ReadCloser, len(urls))
	for _, u := range urls {
		resp, err := c.Get(u) // LEAK
		if err != nil {
			continue
		}
		bodies[u] = resp.Body
	}
	out := map[string]int64{}
	for u, b := range bodies {
		out[u], _ = io.Copy(io.Discard, b)
	}
	return out
}

func Closing(c *http.Client, urls []string) map[string]int64 {
	bodies := make(map[string]io.ReadCloser, len(urls))
	defer func() {
		for _, b := range bodies {
			b.Close()
		}
	}()
	for _, u := range urls {
		resp, err := c.Get(u)
		if err != nil {
			continue
		}
		bodies[u] = resp.Body
	}
	out := map[string]int64{}
	for u, b := range bodies {
		out[u], _ = io.Copy(io.Discard, b)
	}
	return out
}
