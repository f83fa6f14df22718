// kind: path: select with a send and a cancellation
// expect: silent: sent on one arm, closed on the others

package p

import (
	"context"
	"errors"
	"net/http"
	"time"
)

func Offer(ctx context.Context, c *http.Client, req *http.Request, out chan<- *http.Response) error {
	resp, err := c.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	timeout := time.NewTimer(time.Second)
	defer timeout.Stop()
	select {
	case out <- resp:
	case <-timeout.C:
		resp.Body.Close()
		return errors.New("nobody wants it")
	case <-ctx.Done():
		resp.Body.Close()
		return context.Cause(ctx)
	}
	return nil
}
