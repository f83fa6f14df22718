// kind: path: retry loop
// expect: the loop closes the previous try at its top, so the last one stays open

package p

import (
	"errors"
	"net/http"
)

func Acquire(c *http.Client, u string, tries int) (*http.Response, error) {
	var resp *http.Response
	for i := 0; i < tries; i++ {
		if resp != nil {
			resp.Body.Close()
		}
		var err error
		resp, err = c.Post(u, "", nil) // LEAK
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusLocked {
			return resp, nil
		}
	}
	return nil, errors.New("still locked")
}
