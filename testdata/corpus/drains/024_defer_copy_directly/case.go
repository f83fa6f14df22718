// kind: defer of io.Copy itself
// expect: runs before the deferred Close: report, the defer goes

package case024

import (
	"errors"
	"io"
	"net/http"
)

func vote(c *http.Client, url string) error {
	res, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	defer io.Copy(io.Discard, res.Body) // DRAIN
	if res.StatusCode == http.StatusConflict {
		return errors.New("voted already")
	}
	return nil
}
