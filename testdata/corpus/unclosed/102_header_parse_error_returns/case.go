// kind: path: early return
// expect: a header that is no number returns before the Close

package p

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

type Page struct {
	Total int
	Names []string
}

func List(c *http.Client, u string) (*Page, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	var p Page
	if p.Total, err = strconv.Atoi(resp.Header.Get("X-Total")); err != nil {
		return nil, fmt.Errorf("list: total: %w", err)
	}
	err = json.NewDecoder(resp.Body).Decode(&p.Names)
	resp.Body.Close()
	return &p, err
}
