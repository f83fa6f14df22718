// kind: owner: the cleanup function that is returned
// expect: with a bad status the returned cleanup is empty, and the body stays open

package p

import (
	"fmt"
	"io"
	"net/http"
)

func Source(c *http.Client, u string) (r io.Reader, done func() error, err error) {
	none := func() error { return nil }
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, none, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, none, fmt.Errorf("source: %s", resp.Status)
	}
	return io.LimitReader(resp.Body, 1<<30), resp.Body.Close, nil
}
