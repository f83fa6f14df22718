// kind: read loop that tells of every read
// expect: the reads are signs of life: silent

package case241

import (
	"net/http"
)

// attend holds a keep-alive stream open and calls beat whenever something comes.
func attend(c *http.Client, url string, beat func()) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var ping [64]byte
	for {
		if _, err := resp.Body.Read(ping[:]); err != nil {
			return nil
		}
		beat()
	}
}
