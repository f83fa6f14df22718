// kind: helper with a guard, called before the error check
// expect: resp can be nil at the call: report all, only the helper's drain goes

package case110

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
)

// A Table is one table of a remote database.
type Table struct {
	client *http.Client
	url    string
}

func hangUp(resp *http.Response) { // DRAIN
	if resp == nil {
		return
	}
	// Drain first, the connection is wanted again.
	_, _ = io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func (t *Table) Insert(ctx context.Context, row any) error {
	b, err := json.Marshal(row)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(b))
	if err != nil {
		return err
	}
	resp, err := t.client.Do(req)
	defer hangUp(resp) // DRAIN
	if err != nil {
		return err
	}
	return t.check(resp)
}

func (t *Table) check(resp *http.Response) error {
	if resp.StatusCode == http.StatusCreated {
		return nil
	}
	var e remoteError
	if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
		return err
	}
	return e
}

type remoteError struct{ Message string }

func (e remoteError) Error() string { return e.Message }
