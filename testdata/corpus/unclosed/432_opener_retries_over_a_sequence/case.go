// kind: owner: a function that retries in a range-over-func loop returns the response
// expect: its caller has to close it

package p

import (
	"context"
	"iter"
	"net/http"
	"time"
)

// attempts yields one number per try, with a pause between.
func attempts(ctx context.Context, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
	}
}

func fetch(ctx context.Context, c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range attempts(ctx, 3) {
		resp, err = c.Do(req)
		if err != nil {
			continue
		}
		if resp.StatusCode < 500 {
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, err
}

func Exists(ctx context.Context, c *http.Client, req *http.Request) (bool, error) {
	resp, err := fetch(ctx, c, req) // LEAK
	if err != nil {
		return false, err
	}
	return resp.StatusCode == http.StatusOK, nil
}

func Ping(ctx context.Context, c *http.Client, req *http.Request) error {
	resp, err := fetch(ctx, c, req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
