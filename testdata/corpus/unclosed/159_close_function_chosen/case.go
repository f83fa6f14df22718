// kind: path: the closing function is a variable
// expect: silent: whichever is chosen closes

package p

import (
	"io"
	"net/http"
)

func Fetch(c *http.Client, u string, drain bool) (int, error) {
	resp, err := c.Get(u)
	if err != nil {
		return 0, err
	}
	done := resp.Body.Close
	if drain {
		done = func() error {
			_, err := io.Copy(io.Discard, resp.Body)
			if cerr := resp.Body.Close(); err == nil {
				err = cerr
			}
			return err
		}
	}
	return resp.StatusCode, done()
}
