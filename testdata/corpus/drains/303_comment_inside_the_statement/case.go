// kind: comment inside the statement that would go
// expect: it says something else: report, no automatic fix

package case303

import (
	"errors"
	"io"
	"log"
	"net/http"
)

func wake(c *http.Client, camera string) error {
	resp, err := c.Get(camera + "/wake")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil { // DRAIN
		// Models before 2019 hang up without a word.
		log.Printf("wake %s: %v", camera, err)
	}
	if resp.StatusCode != http.StatusOK {
		return errors.New("camera sleeps on")
	}
	return nil
}
