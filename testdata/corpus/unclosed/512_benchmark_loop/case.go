// kind: test: a benchmark
// expect: every round leaves a body open; b.Fatal ends the rounds that fail

package p

import (
	"io"
	"net/http"
	"testing"
)

func benchGet(b *testing.B, c *http.Client, u string) {
	for b.Loop() {
		resp, err := c.Get(u) // LEAK
		if err != nil {
			b.Fatal(err)
		}
		if resp.StatusCode != http.StatusOK {
			b.Fatalf("status %d", resp.StatusCode)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			b.Fatal(err)
		}
	}
}
