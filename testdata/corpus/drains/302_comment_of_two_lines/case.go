// kind: comment of two lines that explains the drain
// expect: report, both lines of it go with the drain

package case302

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
)

func unsubscribe(c *http.Client, list, mail string) error {
	q := url.Values{"mail": {mail}}
	resp, err := c.Get(list + "/unsubscribe?" + q.Encode())
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	// Drain the body to its end, otherwise the connection
	// can not be used for the next request.
	io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("unsubscribe %s: %s", mail, resp.Status)
	}
	return nil
}
