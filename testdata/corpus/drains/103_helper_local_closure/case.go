// kind: helper, a local function in a variable
// expect: report the variable and its calls, calls become Close, the variable goes

package case103

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// rename copies an object to its new name and deletes the old one.
func rename(c *http.Client, bucket, from, to string) error {
	discard := func(rc io.ReadCloser) { // DRAIN
		_, _ = io.Copy(io.Discard, rc)
		_ = rc.Close()
	}
	req, err := http.NewRequest("COPY", bucket+from, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Destination", to)
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	discard(resp.Body) // DRAIN
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("copy %s: %s", from, resp.Status)
	}
	req, err = http.NewRequest(http.MethodDelete, bucket+from, strings.NewReader(""))
	if err != nil {
		return err
	}
	gone, err := c.Do(req)
	if err != nil {
		return err
	}
	defer discard(gone.Body) // DRAIN
	if gone.StatusCode >= 300 {
		return errors.New("copied, but not deleted: " + gone.Status)
	}
	return nil
}
