// kind: path: pages in a loop, one response variable
// expect: silent: each page is closed before the next one is fetched

package p

import (
	"encoding/json"
	"net/http"
)

func next(c *http.Client, u string) (*http.Response, string, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, "", err
	}
	return resp, resp.Header.Get("X-Next"), nil
}

func Names(c *http.Client, u string) (names []string, err error) {
	for u != "" {
		var resp *http.Response
		if resp, u, err = next(c, u); err != nil {
			return nil, err
		}
		var page []string
		derr := json.NewDecoder(resp.Body).Decode(&page)
		if cerr := resp.Body.Close(); derr != nil || cerr != nil {
			return names, derr
		}
		names = append(names, page...)
	}
	return names, nil
}
