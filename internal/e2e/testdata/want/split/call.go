// Package split has a helper in one file and its call in another.
package split

import "net/http"

func get(c *http.Client, url string) (int, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer finish(resp) // want `^drainhelper: finish drains resp\.Body`
	return resp.StatusCode, nil
}
