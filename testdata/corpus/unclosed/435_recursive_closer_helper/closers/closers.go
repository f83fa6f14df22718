// Package closers knows nothing of HTTP.
package closers

import "io"

// Retry closes c, trying again.
func Retry(c io.Closer, n int) error {
	if err := c.Close(); err == nil || n == 0 {
		return err
	}
	return Retry(c, n-1)
}
