// kind: wrapper: a reader that opens its body again at another offset
// expect: silent: the old body is closed before the field takes the new one

package p

import (
	"fmt"
	"io"
	"net/http"
)

type Remote struct {
	c    *http.Client
	u    string
	body io.ReadCloser
}

func (r *Remote) SeekTo(off int64) error {
	req, err := http.NewRequest(http.MethodGet, r.u, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Range", fmt.Sprintf("bytes=%d-", off))
	resp, err := r.c.Do(req)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusPartialContent {
		resp.Body.Close()
		return fmt.Errorf("seek: %s", resp.Status)
	}
	if r.body != nil {
		r.body.Close()
	}
	r.body = resp.Body
	return nil
}

func (r *Remote) Read(p []byte) (int, error) { return r.body.Read(p) }
func (r *Remote) Close() error               { return r.body.Close() }
