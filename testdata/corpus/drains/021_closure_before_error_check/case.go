// kind: deferred closure with a guard, before the error check
// expect: the response can be nil there: report, only the drain goes

package case021

import (
	"fmt"
	"io"
	"net/http"
)

func exists(c *http.Client, url string) (bool, error) {
	resp, err := c.Head(url)
	defer func() {
		if resp != nil {
			io.Copy(io.Discard, resp.Body) // DRAIN
			resp.Body.Close()
		}
	}()
	if err != nil {
		return false, fmt.Errorf("exists: %w", err)
	}
	return resp.StatusCode == http.StatusOK, nil
}
