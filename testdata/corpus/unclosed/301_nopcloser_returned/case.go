// kind: wrapper: io.NopCloser as the result
// expect: the caller's Close can't reach the body

package p

import (
	"io"
	"net/http"
)

func Open(c *http.Client, u string, limit int64) (io.ReadCloser, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	return io.NopCloser(io.LimitReader(resp.Body, limit)), nil
}
