// kind: path: deferred literal tests the named error, the returned one is another variable
// expect: silent: return copies the inner err into the result before the literal runs

package p

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
)

func Part(c *http.Client, req *http.Request, from int64) (rc io.ReadCloser, err error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			resp.Body.Close()
		}
	}()
	if s := resp.Header.Get("X-Offset"); s != "" {
		got, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("offset: %w", err)
		}
		if got != from {
			return nil, fmt.Errorf("offset %d, want %d", got, from)
		}
	}
	return resp.Body, nil
}
