// kind: body behind io.NopCloser
// expect: Close does not reach the connection, reading to EOF does: report drain and leak, no fix

package case322

import (
	"fmt"
	"io"
	"net/http"
)

// open hands out a body whose owner it wants to stay.
func open(c *http.Client, url string) (io.ReadCloser, error) {
	resp, err := c.Get(url) // LEAK
	if err != nil {
		return nil, err
	}
	return io.NopCloser(resp.Body), nil
}

func firstWord(c *http.Client, url string) (word string, err error) {
	body, err := open(c, url)
	if err != nil {
		return "", err
	}
	defer func() {
		_, _ = io.Copy(io.Discard, body) // DRAIN
		_ = body.Close()
	}()
	_, err = fmt.Fscan(body, &word)
	return word, err
}
