// kind: path: the variable is nil once its body is closed
// expect: silent: what is left at the end is closed or nil

package p

import (
	"io"
	"net/http"
)

func Best(c *http.Client, primary, fallback string) ([]byte, error) {
	resp, err := c.Get(primary)
	if err == nil && resp.StatusCode >= 500 {
		resp.Body.Close()
		resp = nil
	}
	if resp == nil {
		if resp, err = c.Get(fallback); err != nil {
			return nil, err
		}
	}
	b, err := io.ReadAll(resp.Body)
	if resp != nil {
		resp.Body.Close()
	}
	return b, err
}
