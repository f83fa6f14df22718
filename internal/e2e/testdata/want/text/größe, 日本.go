// Package text has lines whose bytes, UTF-16 units and characters differ in number.
package text

import (
	"io"
	"net/http"
)

func größe(c *http.Client) (string, error) {
	resp, err := c.Get("http://localhost/größer als, 日本 𝄞")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	const 音 = "𝄞"; io.Copy(io.Discard, resp.Body) // want `^manualdrain: resp\.Body is drained by hand \(io\.Copy\)`
	return 音, nil
}
