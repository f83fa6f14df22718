// kind: drains in switch cases
// expect: Close is deferred: report each, the lines go

package case027

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

var errGone = errors.New("gone")

func lease(c *http.Client, req *http.Request) (wait time.Duration, err error) {
	resp, err := c.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	switch code := resp.StatusCode; {
	case code == http.StatusGone:
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		return 0, errGone
	case code == http.StatusServiceUnavailable:
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		secs, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			secs = 1
		}
		return time.Duration(secs) * time.Second, nil
	case code >= 400:
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 200))
		return 0, fmt.Errorf("lease: %d: %s", code, text)
	}
	return 0, nil
}
