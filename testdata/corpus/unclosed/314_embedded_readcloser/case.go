// kind: wrapper: a struct that embeds io.ReadCloser
// expect: silent: Close is promoted, with a Read of its own and without

package p

import (
	"io"
	"net/http"
)

type progress struct {
	io.ReadCloser
	report func(n int)
}

func (p *progress) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.report(n)
	return n, err
}

type Named struct {
	io.ReadCloser
	Name string
}

func Save(c *http.Client, u string, w io.Writer, report func(int)) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	body := &progress{resp.Body, report}
	defer body.Close()
	_, err = io.Copy(w, body)
	return err
}

func Open(c *http.Client, u string) (Named, error) {
	resp, err := c.Get(u)
	if err != nil {
		return Named{}, err
	}
	return Named{resp.Body, resp.Request.URL.Path}, nil
}
