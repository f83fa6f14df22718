// Package used has a helper that tells how the drain went. Some callers want to
// know, and others don't.
package used

import (
	"fmt"
	"io"
	"net/http"
)

func drainAndClose(resp *http.Response) error { // want `^drainAndClose exists to drain response bodies: .*; no automatic fix: the result of the helper is used$`
	_, err := io.Copy(io.Discard, resp.Body)
	cerr := resp.Body.Close()
	if err != nil {
		return fmt.Errorf("drain: %w", err)
	}
	return cerr
}

func put(c *http.Client, req *http.Request) error {
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		_ = drainAndClose(resp) // want `^drainAndClose drains resp\.Body: since Go 1\.27 a plain Close does the same for the connection$`
		return fmt.Errorf("put: %s", resp.Status)
	}
	return drainAndClose(resp) // silent: a truncated answer is an error
}
