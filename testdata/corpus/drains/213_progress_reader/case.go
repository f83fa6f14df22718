// kind: io.Discard fed through a progress reader
// expect: the reader counts and tells: silent

package case213

import (
	"io"
	"net/http"
)

type progress struct {
	r    io.Reader
	done int64
	tell func(int64)
}

func (p *progress) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	p.done += int64(n)
	p.tell(p.done)
	return n, err
}

// rehearse downloads without storing, to show the bar.
func rehearse(c *http.Client, url string, tell func(int64)) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, &progress{r: resp.Body, tell: tell})
	return nil
}
