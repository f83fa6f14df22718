// Package wait has the form of the library of that name.
package wait

import (
	"context"
	"time"
)

func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, condition func(context.Context) (bool, error)) error {
	_, err := condition(ctx)
	return err
}
