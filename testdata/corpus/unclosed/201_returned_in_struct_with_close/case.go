// kind: owner: the result is a struct that has a Close method
// expect: silent in Open, and in Size, which closes it

package p

import (
	"errors"
	"io"
	"net/http"
	"time"
)

type Object struct {
	Modified time.Time
	rc       io.ReadCloser
}

func (o Object) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, o.rc) }
func (o Object) Close() error                       { return o.rc.Close() }

func Open(c *http.Client, u string) (o Object, err error) {
	resp, err := c.Get(u)
	if err != nil {
		return o, err
	}
	if resp.StatusCode != http.StatusOK {
		return o, errors.Join(errors.New(resp.Status), resp.Body.Close())
	}
	o.Modified, _ = http.ParseTime(resp.Header.Get("Last-Modified"))
	o.rc = resp.Body
	return o, nil
}

func Size(c *http.Client, u string) (int64, error) {
	o, err := Open(c, u)
	if err != nil {
		return 0, err
	}
	defer o.Close()
	return o.WriteTo(io.Discard)
}
