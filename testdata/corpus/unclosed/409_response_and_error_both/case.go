// kind: function: returns a response that is open together with an error
// expect: Names drops it where the status was bad, Problem closes it there too

package p

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// do returns the response also where the status is an error, for its body.
func do(c *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		return resp, fmt.Errorf("%s %s: %s", req.Method, req.URL, resp.Status)
	}
	return resp, nil
}

func Names(c *http.Client, req *http.Request) (names []string, err error) {
	resp, err := do(c, req) // LEAK
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&names)
	return names, err
}

func Problem(c *http.Client, req *http.Request) string {
	resp, err := do(c, req)
	if resp != nil {
		defer resp.Body.Close()
	}
	if err != nil && resp != nil {
		var v struct{ Problem string }
		_ = json.NewDecoder(resp.Body).Decode(&v)
		return v.Problem
	}
	if err != nil {
		return err.Error()
	}
	return ""
}
