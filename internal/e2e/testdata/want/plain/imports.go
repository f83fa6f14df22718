package plain

import (
	"io"
	"net/http"
)

// The import of io goes with its last use.
func onlyUse(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `^manualdrain: resp\.Body is drained by hand \(io\.Copy\)`
	return nil
}
