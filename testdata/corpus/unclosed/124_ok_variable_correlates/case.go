// kind: path: correlated local bool
// expect: silent: ok is true exactly where the body was not closed yet

package p

import (
	"io"
	"log"
	"net/http"
)

func Refresh(c *http.Client, u string) ([]byte, bool) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, false
	}
	ok := true
	if resp.StatusCode != http.StatusOK {
		ok = false
		resp.Body.Close()
		log.Printf("%s: %s", u, resp.Status)
	}
	var b []byte
	if ok {
		b, err = io.ReadAll(resp.Body)
		resp.Body.Close()
		ok = err == nil
	}
	return b, ok
}
