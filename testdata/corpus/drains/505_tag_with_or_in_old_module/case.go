//go:build go1.27 || unix

// kind: file tags that name go1.27 in an or, and in an and
// expect: the or promises nothing, the and does: report in one file alone

package case505

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
