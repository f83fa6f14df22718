// kind: the drain's error is joined with another
// expect: both reach the caller: silent

package case219

import (
	"errors"
	"io"
	"net/http"
)

func discardSession(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	_, rerr := io.Copy(io.Discard, resp.Body)
	return errors.Join(rerr, resp.Body.Close())
}
