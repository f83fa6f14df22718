// kind: comment above the drain that does not explain it
// expect: report, the drain goes, the comment stays

package case301

import (
	"errors"
	"io"
	"net/http"
	"strings"
)

func printPage(c *http.Client, printer, page string) error {
	resp, err := c.Post(printer, "text/plain", strings.NewReader(page))
	if err != nil {
		return err
	}
	// Old firmware answers before the page is out.
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New("out of paper")
	}
	return nil
}
