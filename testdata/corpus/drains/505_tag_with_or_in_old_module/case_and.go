//go:build go1.27 && !js

package case505

import (
	"io"
	"net/http"
	"strconv"
)

func left(c *http.Client, url string) (int, error) {
	resp, err := c.Head(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	return strconv.Atoi(resp.Header.Get("X-Left"))
}
