// kind: cancel between drain and Close
// expect: without the drain the cancelled connection would be lost: report, no fix

package case313

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

func fastEnough(c *http.Client, url string, within time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		cancel()
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		cancel()
		return err
	}
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	cancel()
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}
