// kind: buffer that also serves a real copy
// expect: report, only the drain goes, the buffer stays

package case308

import (
	"fmt"
	"io"
	"net/http"
)

// relay copies the answer of url to w.
func relay(c *http.Client, w io.Writer, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	buf := make([]byte, 16<<10)
	if resp.StatusCode != http.StatusOK {
		_, _ = io.CopyBuffer(io.Discard, resp.Body, buf) // DRAIN
		return fmt.Errorf("relay: %s", resp.Status)
	}
	_, err = io.CopyBuffer(w, resp.Body, buf)
	return err
}
