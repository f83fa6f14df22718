// kind: path: two requests, the defers stand together
// expect: where the second request fails the first body is left open

package p

import (
	"bytes"
	"io"
	"net/http"
)

func Same(c *http.Client, staging, live string) (bool, error) {
	old, err := c.Get(live) // LEAK
	if err != nil {
		return false, err
	}
	cur, err := c.Get(staging)
	if err != nil {
		return false, err
	}
	defer old.Body.Close()
	defer cur.Body.Close()
	a, err := io.ReadAll(old.Body)
	if err != nil {
		return false, err
	}
	b, err := io.ReadAll(cur.Body)
	return bytes.Equal(a, b), err
}
