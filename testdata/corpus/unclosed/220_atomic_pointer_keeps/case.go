// kind: owner: an atomic pointer
// expect: silent: the one that was there before is closed, the new one is kept

package p

import (
	"net/http"
	"sync/atomic"
)

type Feed struct {
	cur atomic.Pointer[http.Response]
}

func (f *Feed) Renew(c *http.Client, u string) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	if old := f.cur.Swap(resp); old != nil {
		return old.Body.Close()
	}
	return nil
}

func (f *Feed) Close() error {
	if r := f.cur.Swap(nil); r != nil {
		return r.Body.Close()
	}
	return nil
}
