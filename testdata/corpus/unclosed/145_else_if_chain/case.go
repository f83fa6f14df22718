// kind: path: else-if chain
// expect: the arm with the bad status has no Close

package p

import (
	"fmt"
	"net/http"
)

type Hook struct{ URL string }

func (h Hook) Test(c *http.Client) error {
	if resp, err := c.Post(h.URL, "application/json", http.NoBody); err != nil { // LEAK
		return err
	} else if resp.StatusCode >= 300 {
		return fmt.Errorf("hook %s: %s", h.URL, resp.Status)
	} else {
		return resp.Body.Close()
	}
}
