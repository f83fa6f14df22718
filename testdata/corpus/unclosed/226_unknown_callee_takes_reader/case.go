// kind: owner: callees nobody can see
// expect: an interface method that takes only an io.Reader borrows the body

package p

import (
	"fmt"
	"io"
	"net/http"
)

type Parser interface {
	Parse(r io.Reader) (fields map[string]string, err error)
}

func Import(c *http.Client, p Parser, u string) (map[string]string, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	fields, err := p.Parse(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", u, err)
	}
	return fields, nil
}

// ImportClosed is the same with the missing line.
func ImportClosed(c *http.Client, p Parser, u string) (map[string]string, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return p.Parse(resp.Body)
}
