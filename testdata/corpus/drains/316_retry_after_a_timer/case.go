// kind: retry loop that waits on a timer
// expect: the wait gives the background drain its time: report, the line goes

package case316

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

func insist(ctx context.Context, c *http.Client, url string, tries int) (*http.Response, error) {
	for i := 1; ; i++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
		if i == tries {
			return nil, fmt.Errorf("%d tries: %s", tries, resp.Status)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(i) * time.Second):
		}
	}
}
