// kind: owner: closures that are returned
// expect: silent: one of the two closes

package p

import (
	"bufio"
	"net/http"
)

type Reader struct {
	Next func() (string, bool)
	Stop func()
}

func NewReader(c *http.Client, u string) (*Reader, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	sc := bufio.NewScanner(resp.Body)
	next := func() (string, bool) {
		more := sc.Scan()
		return sc.Text(), more
	}
	stop := func() { resp.Body.Close() }
	return &Reader{next, stop}, nil
}
