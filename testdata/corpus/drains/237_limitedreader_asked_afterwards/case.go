// kind: the LimitedReader is asked how much it had
// expect: its count is acted on: silent

package case237

import (
	"errors"
	"io"
	"net/http"
)

var errTooBig = errors.New("page too big")

// fits wants pages that are smaller than most.
func fits(c *http.Client, url string, most int64) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	lr := &io.LimitedReader{R: resp.Body, N: most}
	_, _ = io.Copy(io.Discard, lr)
	if lr.N <= 0 {
		return errTooBig
	}
	return nil
}
