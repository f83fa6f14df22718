// kind: drain under a length condition with a package constant
// expect: constant, condition and comment serve the drain alone: report, all go

package case035

import (
	"fmt"
	"io"
	"net/http"
)

// Bodies up to this size are read so that the connection lives on.
const drainBelow = 16 << 10

const userAgent = "stock-sync/2"

func ping(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.ContentLength >= 0 && resp.ContentLength < drainBelow {
		_, _ = io.CopyN(io.Discard, resp.Body, resp.ContentLength) // DRAIN
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("ping: %s", resp.Status)
	}
	return nil
}
