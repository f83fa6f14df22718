// kind: file with //go:build go1.27 in a module of go 1.26
// expect: that file is built by 1.27 and newer alone: report there, silent in the other file

package case502

import (
	"io"
	"net/http"
)

func status(c *http.Client, url string) (int, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, nil
}
