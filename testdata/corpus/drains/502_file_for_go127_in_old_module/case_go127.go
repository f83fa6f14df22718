//go:build go1.27

package case502

import (
	"io"
	"net/http"
	"strings"
)

func send(c *http.Client, url, text string) (int, error) {
	resp, err := c.Post(url, "text/plain", strings.NewReader(text))
	if err != nil {
		return 0, err
	}
	defer func() {
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	return resp.StatusCode, nil
}
