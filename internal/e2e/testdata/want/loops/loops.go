// Package loops has drains of whose proof a line is open.
package loops

import (
	"io"
	"net/http"
)

func retry(c *http.Client, url string) error {
	for range 3 {
		resp, err := c.Get(url)
		if err != nil {
			return err
		}
		io.Copy(io.Discard, resp.Body) // want `^manualdrain: resp\.Body is drained by hand \(io\.Copy\)`
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			break
		}
	}
	return nil
}
