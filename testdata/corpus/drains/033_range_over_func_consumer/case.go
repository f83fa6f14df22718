// kind: drain of a response that a range-over-func loop yields
// expect: the loop ends with it: report, the line goes

package case033

import (
	"fmt"
	"io"
	"iter"
	"net/http"
)

// attempts yields the answer of each replica in turn.
func attempts(c *http.Client, replicas []string, path string) iter.Seq[*http.Response] {
	return func(yield func(*http.Response) bool) {
		for _, r := range replicas {
			resp, err := c.Get(r + path)
			if err != nil {
				continue
			}
			if !yield(resp) {
				return
			}
		}
	}
}

func version(c *http.Client, replicas []string) (string, error) {
	for resp := range attempts(c, replicas, "/version") {
		v := resp.Header.Get("X-Version")
		if v != "" {
			_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
			resp.Body.Close()
			return v, nil
		}
		resp.Body.Close()
	}
	return "", fmt.Errorf("no replica of %d knows its version", len(replicas))
}
