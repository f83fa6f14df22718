// Package again knows nothing of HTTP.
package again

import "context"

func Do[T any](ctx context.Context, f func() (T, error)) (T, error) {
	var v T
	var err error
	for range 3 {
		if v, err = f(); err == nil || ctx.Err() != nil {
			break
		}
	}
	return v, err
}
