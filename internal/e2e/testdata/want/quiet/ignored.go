package quiet

import (
	"io"
	"net/http"
)

func ignored(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	//lint:ignore manualdrain the next request needs this connection
	io.Copy(io.Discard, resp.Body)
	return nil
}
