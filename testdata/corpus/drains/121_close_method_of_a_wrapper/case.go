// kind: Close method of a type that wraps a body
// expect: on one line, so helper and drain are the same place: report, the drain goes, Close still forwards

package case121

import (
	"fmt"
	"io"
	"net/http"
)

// polite is a body that is read to its end when it is closed.
type polite struct{ io.ReadCloser }

func (p polite) Close() error { _, _ = io.Copy(io.Discard, p.ReadCloser); return p.ReadCloser.Close() } // DRAIN

// Object opens an object for reading; the caller closes it.
func Object(c *http.Client, bucket, name string) (io.ReadCloser, error) {
	resp, err := c.Get(bucket + "/" + name)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("object %s: %s", name, resp.Status)
	}
	return polite{resp.Body}, nil
}
