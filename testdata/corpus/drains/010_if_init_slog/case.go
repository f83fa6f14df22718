// kind: in place, if with init, logged by slog
// expect: the error is only logged: report, the if goes

package case010

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

type purger struct {
	client *http.Client
	log    *slog.Logger
	edges  []string
}

func (p *purger) purge(ctx context.Context, edge, path string) error {
	req, err := http.NewRequestWithContext(ctx, "PURGE", edge+path, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return fmt.Errorf("purge %s on %s: %w", path, edge, err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil { // DRAIN
		p.log.DebugContext(ctx, "body not read", "edge", edge, "err", err)
	}
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusNotFound {
		return fmt.Errorf("purge %s on %s: %s", path, edge, resp.Status)
	}
	return nil
}
