// kind: path: select in a streaming loop
// expect: a cancelled context returns from the loop, the Close stands behind it

package p

import (
	"bufio"
	"context"
	"net/http"
)

func Follow(ctx context.Context, c *http.Client, req *http.Request, events chan<- string) error {
	resp, err := c.Do(req) // LEAK
	if err != nil {
		return err
	}
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		select {
		case events <- sc.Text():
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := resp.Body.Close(); err != nil {
		return err
	}
	return sc.Err()
}
