// kind: drain capped by the transport's own limit
// expect: two diagnostics on the line, and the line goes

package case329

import (
	"errors"
	"io"
	"net/http"
)

func arm(c *http.Client, panel string) error {
	resp, err := c.Post(panel+"/arm", "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, 256<<10) // DRAIN // WANT draincaps
	if resp.StatusCode != http.StatusOK {
		return errors.New("a window is open")
	}
	return nil
}
