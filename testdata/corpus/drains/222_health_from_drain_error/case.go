// kind: a flag is set from the drain's error
// expect: the flag acts on it: silent

package case222

import (
	"io"
	"net/http"
	"sync/atomic"
)

type backend struct {
	url     string
	healthy atomic.Bool
}

func (b *backend) probe(c *http.Client) {
	resp, err := c.Get(b.url + "/healthz")
	if err != nil {
		b.healthy.Store(false)
		return
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	b.healthy.Store(err == nil && resp.StatusCode == http.StatusOK)
}
