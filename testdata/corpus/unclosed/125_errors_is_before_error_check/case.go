// kind: path: errors.Is and errors.As prove an error
// expect: silent: where they are true there is no response

package p

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
)

func Poll(ctx context.Context, c *http.Client, req *http.Request, v any) error {
	for range 10 {
		resp, err := c.Do(req.Clone(ctx))
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		var ne net.Error
		if errors.As(err, &ne) && ne.Timeout() {
			continue
		}
		if err != nil {
			return err
		}
		err = json.NewDecoder(resp.Body).Decode(v)
		resp.Body.Close()
		return err
	}
	return context.DeadlineExceeded
}
