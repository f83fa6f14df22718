// kind: path: deferred literal tests a local err, the result has no name
// expect: the returned status error never gets into err, so the literal does nothing

package p

import (
	"fmt"
	"io"
	"net/http"
)

func Open(c *http.Client, u string) (io.ReadCloser, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			resp.Body.Close()
		}
	}()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("open %s: %s", u, resp.Status)
	}
	return resp.Body, nil
}
