// kind: path: endless loop below the defer
// expect: silent: whatever leaves the loop runs the deferred Close

package p

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"time"
)

func Tail(ctx context.Context, c *http.Client, u string, lines func(string)) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	r := bufio.NewReader(resp.Body)
	idle := time.NewTicker(time.Second)
	defer idle.Stop()
	for {
		line, err := r.ReadString('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		lines(line)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-idle.C:
		}
	}
}
