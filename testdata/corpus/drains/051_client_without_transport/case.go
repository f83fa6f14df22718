// kind: client in a package variable, no transport set
// expect: the default transport: report, the line goes

package case051

import (
	"errors"
	"io"
	"net/http"
	"time"
)

var short = &http.Client{Timeout: 3 * time.Second}

// Up is the health check of a container.
func Up(port string) error {
	resp, err := short.Get("http://127.0.0.1:" + port + "/healthz")
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	if err := resp.Body.Close(); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}
