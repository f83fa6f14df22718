// kind: count and error go into a log line
// expect: neither is acted on: report, the statements go

package case326

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

func evict(c *http.Client, log *slog.Logger, key string) error {
	req, err := http.NewRequest(http.MethodDelete, "http://cache.internal/"+key, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		log.Error("evict", "key", key, "err", err)
		return err
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body) // DRAIN
	if err != nil {
		log.Debug("rest of the answer", "key", key, "read", n, "err", err)
	}
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("evict %s: %s", key, resp.Status)
	}
	return nil
}
