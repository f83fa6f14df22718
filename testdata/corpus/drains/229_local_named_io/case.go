// kind: a local variable called io
// expect: not the package: silent

package case229

import (
	"fmt"
	"net/http"
)

// A tracer notes what it was told to copy.
type tracer struct {
	Discard string
	seen    []string
}

func (t *tracer) Copy(to string, from any) {
	t.seen = append(t.seen, fmt.Sprintf("%T to %s", from, to))
}

func trace(c *http.Client, url string) ([]string, error) {
	io := &tracer{Discard: "nowhere"}
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	return io.seen, nil
}
