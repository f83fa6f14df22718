// kind: the drain's error is logged and returned too
// expect: the return acts on it: silent

package case248

import (
	"io"
	"log"
	"net/http"
)

func announce(c *http.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	if err != nil {
		log.Printf("announce: %v", err)
	}
	return err
}
