// kind: the drain's error is sent on a channel
// expect: another goroutine decides what it means: silent

package case216

import (
	"context"
	"io"
	"net/http"
)

// follow holds a long poll open and tells how it ended.
func follow(ctx context.Context, c *http.Client, url string, ended chan<- error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		ended <- err
		return
	}
	resp, err := c.Do(req)
	if err != nil {
		ended <- err
		return
	}
	go func() {
		defer resp.Body.Close()
		_, err := io.Copy(io.Discard, resp.Body)
		ended <- err
	}()
}
