// kind: path: labelled break
// expect: a hit breaks out of both loops, past the Close of that try

package p

import (
	"net/http"
	"strings"
)

// Nearest finds the first mirror that has the file.
func Nearest(c *http.Client, mirrors []string, file string) string {
	found := ""
search:
	for _, m := range mirrors {
		for _, scheme := range []string{"https://", "http://"} {
			resp, err := c.Get(scheme + m + "/" + file) // LEAK
			if err != nil {
				continue
			}
			if resp.StatusCode == http.StatusOK && !strings.Contains(resp.Header.Get("Content-Type"), "html") {
				found = scheme + m
				break search
			}
			resp.Body.Close()
		}
	}
	return found
}
