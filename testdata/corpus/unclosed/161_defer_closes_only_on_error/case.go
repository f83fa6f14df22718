// kind: path: deferred literal that closes when err is set
// expect: the success path returns a number, so nobody is left to close

package p

import (
	"encoding/json"
	"errors"
	"net/http"
)

func Count(c *http.Client, u string) (n int, err error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			resp.Body.Close()
		}
	}()
	if resp.StatusCode != http.StatusOK {
		return 0, errors.New(resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&n)
	return n, err
}
