// Package app knows the helper by its fact.
package app

import (
	"net/http"

	"example.com/want/helpers"
)

func Delete(c *http.Client, url string) (int, error) {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return 0, err
	}
	defer helpers.Finish(resp) // want `^drainhelper: helpers\.Finish drains resp\.Body`
	return resp.StatusCode, nil
}
