// kind: path: no defer, yet every return has its own Close
// expect: silent

package p

import (
	"errors"
	"io"
	"net/http"
	"strings"
)

var errNotText = errors.New("not text")

func Text(c *http.Client, u string) (string, error) {
	resp, err := c.Get(u)
	if err != nil {
		return "", err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return "", errors.New(resp.Status)
	}
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/") {
		_ = resp.Body.Close()
		return "", errNotText
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", errors.Join(err, resp.Body.Close())
	}
	if err := resp.Body.Close(); err != nil {
		return "", err
	}
	return string(b), nil
}
