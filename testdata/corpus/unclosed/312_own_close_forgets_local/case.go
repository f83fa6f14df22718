// kind: wrapper: an own type whose Close forgets the body
// expect: it is closed here, and that ends only the decompressor

package p

import (
	"compress/flate"
	"io"
	"net/http"
)

type deflated struct {
	src io.Reader
	fr  io.ReadCloser
}

func newDeflated(r io.Reader) *deflated { return &deflated{src: r, fr: flate.NewReader(r)} }

func (d *deflated) Read(p []byte) (int, error) { return d.fr.Read(p) }
func (d *deflated) Close() error               { return d.fr.Close() }

func Read(c *http.Client, u string) ([]byte, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	d := newDeflated(resp.Body)
	defer d.Close()
	return io.ReadAll(d)
}
