// kind: drain before a helper that only closes
// expect: the helper closes that body: report, the drain goes, the helper stays

package case324

import (
	"errors"
	"io"
	"log"
	"net/http"
)

func shut(what string, c io.Closer) {
	if err := c.Close(); err != nil {
		log.Printf("close %s: %v", what, err)
	}
}

func enqueue(c *http.Client, url string, job io.Reader) error {
	resp, err := c.Post(url, "application/json", job)
	if err != nil {
		return err
	}
	defer shut(url, resp.Body)
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusAccepted {
		return errors.New("queue is full")
	}
	return nil
}
