// kind: in place, read loop with the reads in its header
// expect: every read lands in a dead buffer: report, loop and buffer go

package case014

import (
	"errors"
	"net/http"
)

func ack(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	junk := make([]byte, 1024)
	for _, err := resp.Body.Read(junk); err == nil; _, err = resp.Body.Read(junk) { // DRAIN
	}
	if resp.StatusCode != http.StatusOK {
		return errors.New("not acknowledged")
	}
	return nil
}
