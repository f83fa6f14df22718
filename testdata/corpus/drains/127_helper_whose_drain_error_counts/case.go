// kind: helper that returns the drain error, which callers act on
// expect: a truncated answer is an error here: silent

package case127

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

// exhaust makes sure that the answer came to its end.
func exhaust(body io.ReadCloser) error {
	_, err := io.Copy(io.Discard, body)
	return errors.Join(err, body.Close())
}

func commit(c *http.Client, tx string) error {
	resp, err := c.Post("https://ledger.example.com/tx/"+tx, "", nil)
	if err != nil {
		return err
	}
	if err := exhaust(resp.Body); err != nil {
		return fmt.Errorf("tx %s may not be written: %w", tx, err)
	}
	return nil
}
