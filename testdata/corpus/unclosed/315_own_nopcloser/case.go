// kind: wrapper: a home-made NopCloser
// expect: its Close does nothing, so the deferred call leaves the body open

package p

import (
	"io"
	"net/http"
)

type keepOpen struct{ io.Reader }

func (keepOpen) Close() error { return nil }

func upload(dst io.Writer, rc io.ReadCloser) error {
	defer rc.Close()
	_, err := io.Copy(dst, rc)
	return err
}

func Pass(c *http.Client, u string, dst io.Writer) error {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return err
	}
	return upload(dst, keepOpen{resp.Body})
}
