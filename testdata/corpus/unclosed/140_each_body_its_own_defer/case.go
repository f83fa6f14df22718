// kind: path: the variable moves on after the defer
// expect: silent: the second body has its own defer, the first was bound before

package p

import (
	"encoding/json"
	"net/http"
)

func Find(c *http.Client, index, name string, v any) error {
	resp, err := c.Get(index)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var urls map[string]string
	if err = json.NewDecoder(resp.Body).Decode(&urls); err != nil {
		return err
	}
	resp, err = c.Get(urls[name])
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}
