// kind: drain before a deferred method value
// expect: the value is the Close of the same body: report, the line goes

package case034

import (
	"errors"
	"io"
	"net/http"
)

func invalidate(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	shut := resp.Body.Close
	defer shut()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	io.Copy(io.Discard, resp.Body) // DRAIN
	return nil
}
