// kind: path: responses collected in a local map
// expect: an error in the middle abandons those collected before it

package p

import (
	"fmt"
	"net/http"
)

// Ages asks all edges, then compares.
func Ages(c *http.Client, edges []string) (map[string]string, error) {
	open := map[string]*http.Response{}
	for _, e := range edges {
		resp, err := c.Get("https://" + e + "/age") // LEAK
		if err != nil {
			return nil, fmt.Errorf("edge %s: %w", e, err)
		}
		open[e] = resp
	}
	ages := map[string]string{}
	for e, resp := range open {
		ages[e] = resp.Header.Get("Age")
		resp.Body.Close()
	}
	return ages, nil
}
