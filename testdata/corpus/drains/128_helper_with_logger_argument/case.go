// kind: helper that takes a logger and a name
// expect: the arguments serve the log of the drain: report all, calls become defer Close, the helper goes

package case128

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

type api struct {
	log *slog.Logger
	c   *http.Client
	url string
}

// wrapUp drains a body; a failure is only worth a line in the log.
func wrapUp(log *slog.Logger, what string, body io.ReadCloser) { // DRAIN
	if _, err := io.Copy(io.Discard, body); err != nil {
		log.Info("drain failed", "what", what, "err", err)
	}
	_ = body.Close()
}

func (a *api) load(ctx context.Context, what string, v any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url+what, nil)
	if err != nil {
		return err
	}
	resp, err := a.c.Do(req)
	if err != nil {
		a.log.Warn("load", "what", what, "err", err)
		return err
	}
	defer wrapUp(a.log, what, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", what, resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(v)
}
