// kind: helper, a method of the client
// expect: report all, calls become Close, the method goes

package case102

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

// A Pusher hands metrics to a gateway.
type Pusher struct {
	hc  *http.Client
	url string
	log *slog.Logger
}

func (p *Pusher) discard(resp *http.Response) { // DRAIN
	defer resp.Body.Close()
	if _, err := io.CopyN(io.Discard, resp.Body, 64<<10); err != nil && err != io.EOF {
		p.log.Warn("rest of the answer", "err", err)
	}
}

func (p *Pusher) Push(ctx context.Context, series map[string]float64) error {
	b, err := json.Marshal(series)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, p.url, bytes.NewReader(b))
	if err != nil {
		return err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	defer p.discard(resp) // DRAIN
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("push: %s", resp.Status)
	}
	return nil
}
