// kind: drain as a statement, nothing closes
// expect: reading to EOF gave the connection back: report, it becomes the Close

package case312

import (
	"errors"
	"io"
	"net/http"
	"strings"
)

func shout(c *http.Client, room, text string) error {
	resp, err := c.Post(room, "text/plain", strings.NewReader(text)) // LEAK
	if err != nil {
		return err
	}
	io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return errors.New("nobody listens in " + room)
	}
	return nil
}
