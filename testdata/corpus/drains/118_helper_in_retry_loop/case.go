// kind: helper called directly in a retry loop that sleeps
// expect: becomes a direct Close, never a defer in the loop

package case118

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

var errGaveUp = errors.New("gave up")

func toss(body io.ReadCloser) { // DRAIN
	_, _ = io.Copy(io.Discard, io.LimitReader(body, 4<<10))
	body.Close()
}

func patient(ctx context.Context, c *http.Client, url string) (*http.Response, error) {
	for wait := time.Second; wait < time.Minute; wait *= 2 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		toss(resp.Body) // DRAIN
		time.Sleep(wait)
	}
	return nil, errGaveUp
}
