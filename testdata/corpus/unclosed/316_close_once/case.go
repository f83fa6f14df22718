// kind: wrapper: Close through sync.Once
// expect: silent

package p

import (
	"io"
	"net/http"
	"sync"
)

type body struct {
	io.Reader
	once sync.Once
	rc   io.Closer
	err  error
}

func (b *body) Close() error {
	b.once.Do(func() { b.err = b.rc.Close() })
	return b.err
}

func Open(c *http.Client, u string) (io.ReadCloser, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	return &body{Reader: resp.Body, rc: resp.Body}, nil
}

func Hash(c *http.Client, u string, h io.Writer) error {
	b, err := Open(c, u)
	if err != nil {
		return err
	}
	defer b.Close()
	if _, err := io.Copy(h, b); err != nil {
		return err
	}
	return b.Close()
}
