// kind: drain in a labelled retry loop that sleeps
// expect: the next request waits: report, the line goes

package case031

import (
	"errors"
	"io"
	"net/http"
	"time"
)

var errDown = errors.New("all mirrors are down")

func firstUp(c *http.Client, mirrors []string, rounds int) (string, error) {
	found := ""
search:
	for range rounds {
		for _, m := range mirrors {
			resp, err := c.Head(m)
			if err != nil {
				continue
			}
			io.Copy(io.Discard, resp.Body) // DRAIN
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				found = m
				break search
			}
			time.Sleep(500 * time.Millisecond)
		}
		time.Sleep(time.Second)
	}
	if found == "" {
		return "", errDown
	}
	return found, nil
}
