// kind: drain with renamed imports
// expect: report, the line goes and the renamed io with it

package case046

import (
	"fmt"
	stdio "io"
	nethttp "net/http"
)

func register(c *nethttp.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	stdio.Copy(stdio.Discard, resp.Body) // DRAIN
	if resp.StatusCode != nethttp.StatusCreated {
		return fmt.Errorf("register: %s", resp.Status)
	}
	return nil
}
