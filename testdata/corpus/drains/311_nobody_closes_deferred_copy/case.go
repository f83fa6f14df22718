// kind: defer of io.Copy, nothing closes
// expect: reading to EOF gave the connection back: report, it becomes defer Close

package case311

import (
	"errors"
	"io"
	"net/http"
)

func confirm(c *http.Client, url string) error {
	resp, err := c.Get(url) // LEAK
	if err != nil {
		return err
	}
	defer io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return errors.New("not confirmed")
	}
	return nil
}
