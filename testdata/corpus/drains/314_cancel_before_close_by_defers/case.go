// kind: cancel between drain and Close by the order of defers
// expect: the drain runs first, then the cancel, then the Close: report, no fix

package case314

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

type client struct {
	c    *http.Client
	base string
}

func (k *client) leader(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.base+"/leader", nil)
	if err != nil {
		cancel()
		return "", err
	}
	resp, err := k.c.Do(req)
	if err != nil {
		cancel()
		return "", err
	}
	defer resp.Body.Close()
	defer cancel()
	defer io.Copy(io.Discard, resp.Body) // DRAIN
	var v struct{ Leader string }
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v.Leader, err
}
