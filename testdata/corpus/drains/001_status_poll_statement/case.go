// kind: in place, plain statement
// expect: drain of a status check, Close deferred above: report, the line goes

package case001

import (
	"context"
	"io"
	"net/http"
	"time"
)

// A checker asks one address again and again whether it is up.
type checker struct {
	client *http.Client
	url    string
	onDown func(error)
}

func (c *checker) run(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := c.once(ctx); err != nil {
				c.onDown(err)
			}
		}
	}
}

func (c *checker) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return &downError{resp.StatusCode}
	}
	return nil
}

type downError struct{ code int }

func (e *downError) Error() string { return http.StatusText(e.code) }
