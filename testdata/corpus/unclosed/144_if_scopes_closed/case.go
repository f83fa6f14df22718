// kind: path: response in the scope of an if
// expect: silent

package p

import (
	"io"
	"net/http"
)

func Banner(c *http.Client, u string) (s string) {
	if resp, err := c.Get(u); err != nil {
		s = err.Error()
	} else if b, err := io.ReadAll(resp.Body); err != nil {
		resp.Body.Close()
		s = resp.Status
	} else {
		defer resp.Body.Close()
		s = string(b)
	}
	return s
}
