// kind: wrapper: readers round the body
// expect: a TeeReader, a MultiReader and a tar.Reader have no Close

package p

import (
	"archive/tar"
	"io"
	"net/http"
	"strings"
)

func Traced(c *http.Client, u string, log io.Writer) (io.Reader, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	return io.TeeReader(resp.Body, log), nil
}

func WithHeader(c *http.Client, u, header string) (io.Reader, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	return io.MultiReader(strings.NewReader(header), resp.Body), nil
}

func Tarball(c *http.Client, u string) (*tar.Reader, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	return tar.NewReader(resp.Body), nil
}
