// kind: owner: the body goes on as the body of another request
// expect: a source over the limit returns before the upload that would close it

package p

import (
	"errors"
	"net/http"
)

var errTooBig = errors.New("too big to copy")

func Relay(c *http.Client, from, to string, limit int64) error {
	src, err := c.Get(from) // LEAK
	if err != nil {
		return err
	}
	if src.ContentLength > limit {
		return errTooBig
	}
	dst, err := c.Post(to, "application/octet-stream", src.Body)
	if err != nil {
		return err
	}
	return dst.Body.Close()
}
