// kind: path: the variable moves on after the defer
// expect: the deferred call has bound the first body, the second is never closed

package p

import (
	"encoding/json"
	"net/http"
)

func Newest(c *http.Client, u string, v any) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if latest := resp.Header.Get("X-Latest"); latest != "" {
		resp, err = c.Get(latest) // LEAK
		if err != nil {
			return err
		}
	}
	return json.NewDecoder(resp.Body).Decode(v)
}
