// kind: module whose go line names a patch release
// expect: go 1.27.1 is 1.27 too: report, the line goes

package case506

import (
	"errors"
	"io"
	"net/http"
)

func feedCat(c *http.Client, feeder string) error {
	resp, err := c.Post(feeder+"/portion", "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode == http.StatusInsufficientStorage {
		return errors.New("feeder is empty")
	}
	return nil
}
