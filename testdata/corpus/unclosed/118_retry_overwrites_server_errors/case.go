// kind: path: retry loop
// expect: each 5xx response but the last is overwritten

package p

import (
	"encoding/json"
	"net/http"
	"time"
)

func Config(c *http.Client, u string, v any) error {
	var (
		resp *http.Response
		err  error
	)
	for wait := time.Second; wait < time.Minute; wait *= 2 {
		resp, err = c.Get(u) // LEAK
		if err == nil && resp.StatusCode < 500 {
			break
		}
		time.Sleep(wait)
	}
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}
