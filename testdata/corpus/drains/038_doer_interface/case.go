// kind: drain behind an interface with Do
// expect: a client nobody can see is taken for net/http's: report, the closure becomes defer Close

package case038

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Doer is all this package wants of a client.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

type Geo struct {
	via  Doer
	base string
}

func (g Geo) Country(ip string) (string, error) {
	req, err := http.NewRequest(http.MethodGet, g.base+"/"+ip, nil)
	if err != nil {
		return "", err
	}
	resp, err := g.via.Do(req)
	if err != nil {
		return "", fmt.Errorf("geo: %w", err)
	}
	defer func() {
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("geo: %s", resp.Status)
	}
	var v struct{ Country string }
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v.Country, err
}
