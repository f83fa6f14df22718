// kind: owner: a local array
// expect: silent: a deferred loop over the array closes what is in it

package p

import (
	"bytes"
	"io"
	"net/http"
)

func Equal(c *http.Client, a, b string) (bool, error) {
	var rs [2]*http.Response
	defer func() {
		for _, r := range rs {
			if r != nil {
				r.Body.Close()
			}
		}
	}()
	var bs [2][]byte
	for i, u := range []string{a, b} {
		var err error
		if rs[i], err = c.Get(u); err != nil {
			return false, err
		}
		if bs[i], err = io.ReadAll(rs[i].Body); err != nil {
			return false, err
		}
	}
	return bytes.Equal(bs[0], bs[1]), nil
}
