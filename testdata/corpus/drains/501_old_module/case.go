// kind: module of go 1.26
// expect: drain and helper are still needed there: silent

package case501

import (
	"encoding/json"
	"io"
	"net/http"
)

// discard lets the connection be used again.
func discard(resp *http.Response) {
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}

func teams(c *http.Client, url string) (names []string, err error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer discard(resp)
	err = json.NewDecoder(resp.Body).Decode(&names)
	return names, err
}

func kick(c *http.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}
