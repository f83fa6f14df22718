// kind: owner: a list of io.Closer with a method that closes them
// expect: silent

package p

import (
	"errors"
	"io"
	"net/http"
)

type closers []io.Closer

func (cs *closers) add(c io.Closer) { *cs = append(*cs, c) }

func (cs *closers) Close() (err error) {
	for _, c := range *cs {
		err = errors.Join(err, c.Close())
	}
	return err
}

func Zip(c *http.Client, a, b string, merge func(a, b io.Reader) error) error {
	var open closers
	defer open.Close()
	ra, err := c.Get(a)
	if err != nil {
		return err
	}
	open.add(ra.Body)
	rb, err := c.Get(b)
	if err != nil {
		return err
	}
	open.add(rb.Body)
	return merge(ra.Body, rb.Body)
}
