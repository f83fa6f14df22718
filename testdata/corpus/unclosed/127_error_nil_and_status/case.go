// kind: path: err == nil && status
// expect: a response with another status is left open

package p

import (
	"encoding/json"
	"errors"
	"net/http"
)

var errNoToken = errors.New("metadata: no token")

func Token(c *http.Client, req *http.Request) (string, error) {
	resp, err := c.Do(req) // LEAK
	if err == nil && resp.StatusCode == http.StatusOK {
		defer resp.Body.Close()
		var v struct{ Token string }
		err = json.NewDecoder(resp.Body).Decode(&v)
		return v.Token, err
	}
	return "", errors.Join(errNoToken, err)
}
