// kind: helper: generic functions that run a callback
// expect: silent: using closes its io.Closer, apply only calls, but with a literal that closes

package p

import (
	"bufio"
	"io"
	"net/http"
)

func using[C io.Closer](c C, f func(C) error) error {
	defer c.Close()
	return f(c)
}

func apply[A, B any](a A, f func(A) (B, error)) (B, error) { return f(a) }

func Copy(c *http.Client, u string, w io.Writer) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	return using(resp.Body, func(r io.ReadCloser) error {
		_, err := io.Copy(w, r)
		return err
	})
}

func Head(c *http.Client, u string) (string, error) {
	resp, err := c.Get(u)
	if err != nil {
		return "", err
	}
	return apply(resp, func(r *http.Response) (string, error) {
		defer r.Body.Close()
		return bufio.NewReader(r.Body).ReadString('\n')
	})
}
