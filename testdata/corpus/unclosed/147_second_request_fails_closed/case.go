// kind: path: two requests
// expect: silent: the first is closed by hand where the second fails

package p

import (
	"errors"
	"io"
	"net/http"
)

func Patch(c *http.Client, base, delta string, apply func(base, delta io.Reader) error) error {
	b, err := c.Get(base)
	if err != nil {
		return err
	}
	d, err := c.Get(delta)
	if err != nil {
		return errors.Join(err, b.Body.Close())
	}
	err = apply(b.Body, d.Body)
	return errors.Join(err, d.Body.Close(), b.Body.Close())
}
