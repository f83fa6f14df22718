// kind: owner: the result is a struct that only reads
// expect: a json.Decoder has no way to close what it reads from

package p

import (
	"encoding/json"
	"net/http"
)

type Rows struct {
	dec  *json.Decoder
	code int
}

func (r *Rows) Next(v any) error { return r.dec.Decode(v) }

func Select(c *http.Client, u string) (*Rows, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	return &Rows{dec: json.NewDecoder(resp.Body), code: resp.StatusCode}, nil
}
