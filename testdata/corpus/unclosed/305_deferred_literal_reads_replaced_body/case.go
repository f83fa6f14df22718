// kind: wrapper: resp.Body is replaced after the defer
// expect: the literal reads resp.Body at the end, and that is the copy

package p

import (
	"bytes"
	"io"
	"net/http"
)

type Recorder struct{ Last []byte }

func (r *Recorder) Run(c *http.Client, req *http.Request, use func(io.Reader) error) error {
	resp, err := c.Do(req) // LEAK
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if r.Last, err = io.ReadAll(resp.Body); err != nil {
		return err
	}
	resp.Body = io.NopCloser(bytes.NewReader(r.Last))
	return use(resp.Body)
}
