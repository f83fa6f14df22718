// kind: wrapper: struct{ io.Reader; io.Closer }
// expect: silent: reads from one, closes the other

package p

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
)

func Unzip(c *http.Client, u string) (io.ReadCloser, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	zr, err := gzip.NewReader(resp.Body)
	if err != nil {
		return nil, errors.Join(err, resp.Body.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{zr, resp.Body}, nil
}

func Capped(c *http.Client, u string) ([]byte, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.LimitReader(resp.Body, 1<<16), resp.Body}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
