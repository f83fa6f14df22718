// kind: module of go 1.26 with a newer toolchain line
// expect: only the go line is a promise: silent

package case504

import (
	"io"
	"net/http"
)

func status(c *http.Client, url string) (int, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer func() {
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}()
	return resp.StatusCode, nil
}
