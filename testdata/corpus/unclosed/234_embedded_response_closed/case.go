// kind: owner: a struct that embeds *http.Response
// expect: silent: its own method closes the promoted body

package p

import (
	"encoding/json"
	"net/http"
	"time"
)

type reply struct {
	*http.Response
	took time.Duration
}

func (r *reply) decode(v any) error {
	defer r.Body.Close()
	return json.NewDecoder(r.Body).Decode(v)
}

func send(c *http.Client, req *http.Request) (*reply, error) {
	start := time.Now()
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	return &reply{resp, time.Since(start)}, nil
}

func Load(c *http.Client, req *http.Request, v any) (time.Duration, error) {
	r, err := send(c, req)
	if err != nil {
		return 0, err
	}
	return r.took, r.decode(v)
}
