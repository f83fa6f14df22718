// kind: path: named results, the literal closes what is returned with an error
// expect: silent: on error the response is closed and taken out of the result

package p

import (
	"fmt"
	"net/http"
)

func Do(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	defer func() {
		if err != nil && resp != nil {
			resp.Body.Close()
			resp = nil
		}
	}()
	if resp, err = c.Do(req); err != nil {
		return resp, err
	}
	if resp.StatusCode >= 500 {
		return resp, fmt.Errorf("server: %s", resp.Status)
	}
	return resp, nil
}
