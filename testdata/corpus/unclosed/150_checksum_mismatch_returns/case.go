// kind: path: early return in a downloader
// expect: neither the copy error nor the wrong sum reaches the Close

package p

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
)

func Install(c *http.Client, u, want string, dst io.Writer) error {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return err
	}
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(dst, h), resp.Body); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		return fmt.Errorf("install: sum is %s, want %s", got, want)
	}
	return resp.Body.Close()
}
