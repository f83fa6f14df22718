// kind: in place, Copy of a bufio.Reader variable
// expect: the reader serves the drain alone: report, both lines go

package case013

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
)

func touch(c *http.Client, key string) error {
	req, err := http.NewRequest(http.MethodPut, "http://cache.internal/keys/"+key, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	br := bufio.NewReaderSize(resp.Body, 512)
	_, _ = io.Copy(io.Discard, br) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("touch %q: %s", key, resp.Status)
	}
	return nil
}
