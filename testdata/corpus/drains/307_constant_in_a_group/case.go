// kind: constant in a group of others
// expect: only its line goes with the drain

package case307

import (
	"errors"
	"io"
	"net/http"
	"time"
)

const (
	attempts   = 4
	drainBytes = 8192
	pause      = 250 * time.Millisecond
)

func waitGone(c *http.Client, url string) error {
	for range attempts {
		gone, err := isGone(c, url)
		if err != nil || gone {
			return err
		}
		time.Sleep(pause)
	}
	return errors.New("still there")
}

func isGone(c *http.Client, url string) (bool, error) {
	resp, err := c.Get(url)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, io.LimitReader(resp.Body, drainBytes)) // DRAIN
	return resp.StatusCode == http.StatusNotFound, nil
}
