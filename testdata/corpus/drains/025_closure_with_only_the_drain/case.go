// kind: deferred closure that holds only the drain
// expect: the Close is a defer of its own: report, the whole closure goes

package case025

import (
	"encoding/json"
	"io"
	"net/http"
)

func flags(c *http.Client, url string) (map[string]bool, error) {
	res, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	defer func() {
		_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<16)) // DRAIN
	}()
	out := make(map[string]bool)
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
		return nil, err
	}
	return out, nil
}
