// kind: wrapper: an own type round gzip
// expect: where the gzip header is broken the wrapper is never made and the body stays open

package p

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
)

type unzipped struct {
	*gzip.Reader
	body io.ReadCloser
}

func (u unzipped) Close() error { return errors.Join(u.Reader.Close(), u.body.Close()) }

func Archive(c *http.Client, u string) (io.ReadCloser, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	zr, err := gzip.NewReader(resp.Body)
	if err != nil {
		return nil, err
	}
	return unzipped{zr, resp.Body}, nil
}
