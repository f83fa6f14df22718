// kind: the number of bytes is returned
// expect: the count is wanted: silent

package case214

import (
	"io"
	"net/http"
)

func length(c *http.Client, url string) (int64, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.ContentLength >= 0 {
		return resp.ContentLength, nil
	}
	n, _ := io.Copy(io.Discard, resp.Body)
	return n, nil
}
