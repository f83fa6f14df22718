// kind: owner: a literal that captures the variable and closes it
// expect: silent: called before each overwrite and at the end

package p

import (
	"errors"
	"net/http"
)

func Negotiate(c *http.Client, urls []string) (string, error) {
	var resp *http.Response
	hangUp := func() {
		if resp != nil {
			resp.Body.Close()
			resp = nil
		}
	}
	defer hangUp()
	for _, u := range urls {
		hangUp()
		var err error
		if resp, err = c.Get(u); err != nil {
			continue
		}
		if resp.Header.Get("X-Protocol") != "" {
			return resp.Header.Get("X-Protocol"), nil
		}
	}
	return "", errors.New("no common protocol")
}
