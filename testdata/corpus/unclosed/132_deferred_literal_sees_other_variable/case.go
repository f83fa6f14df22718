// kind: path: shadowed response
// expect: := in the block makes a second resp, which the deferred literal never sees

package p

import (
	"encoding/json"
	"net/http"
)

func Settings(c *http.Client, u string, offline bool, v any) error {
	var resp *http.Response
	defer func() {
		if resp != nil {
			resp.Body.Close()
		}
	}()
	if !offline {
		resp, err := c.Get(u) // LEAK
		if err != nil {
			return err
		}
		return json.NewDecoder(resp.Body).Decode(v)
	}
	return nil
}
