// kind: owner: out-parameters
// expect: silent: *dst and the fields of what the caller passed hold the body, and the caller closes it

package p

import (
	"io"
	"net/http"
)

type Reply struct {
	Code int
	Body io.ReadCloser
}

func call(c *http.Client, u string, r *Reply) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	r.Code, r.Body = resp.StatusCode, resp.Body
	return nil
}

func open(c *http.Client, u string, dst *io.ReadCloser) (err error) {
	resp, err := c.Get(u)
	if err == nil {
		*dst = resp.Body
	}
	return err
}

func Text(c *http.Client, u string) ([]byte, error) {
	var r Reply
	if err := call(c, u, &r); err != nil {
		return nil, err
	}
	defer r.Body.Close()
	return io.ReadAll(r.Body)
}

func Raw(c *http.Client, u string) ([]byte, error) {
	var rc io.ReadCloser
	if err := open(c, u, &rc); err != nil {
		return nil, err
	}
	defer rc.Close()
	return io.ReadAll(rc)
}
