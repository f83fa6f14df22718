// kind: path: range over a function
// expect: silent: a defer in its body runs when the function returns, a Close before break and continue

package p

import (
	"fmt"
	"iter"
	"net/http"
	"slices"
)

func Titles(c *http.Client, urls iter.Seq[string]) (out []string, err error) {
	for u := range urls {
		resp, err := c.Get(u)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("%s: %s", u, resp.Status)
		}
		out = append(out, resp.Header.Get("X-Title"))
	}
	return out, nil
}

func FirstUp(c *http.Client, hosts []string) (up string) {
	for _, h := range slices.Backward(hosts) {
		resp, err := c.Get("http://" + h)
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			up = h
			break
		}
	}
	return up
}
