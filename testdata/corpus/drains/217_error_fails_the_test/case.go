// kind: the drain's error fails a test
// expect: t.Errorf acts on it: silent

package case217

import (
	"io"
	"net/http"
	"testing"
)

func checkStreams(t *testing.T, c *http.Client, urls ...string) {
	for _, u := range urls {
		t.Run(u, func(t *testing.T) {
			resp, err := c.Get(u)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if _, err := io.Copy(io.Discard, resp.Body); err != nil {
				t.Errorf("%s breaks off: %v", u, err)
			}
		})
	}
}
