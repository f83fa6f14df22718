// kind: wrapper: struct{ io.Reader; io.Closer }
// expect: the closer is the gzip reader, whose Close leaves the body open

package p

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
)

func Unzip(c *http.Client, u string) (io.ReadCloser, error) {
	resp, err := c.Get(u) // LEAK
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
	}{io.LimitReader(zr, 1<<24), zr}, nil
}
