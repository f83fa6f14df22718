// kind: path: labelled continue and break
// expect: silent: the Close comes before either jump

package p

import (
	"bufio"
	"net/http"
)

func Unlisted(c *http.Client, pages []string, names []string) (missing []string) {
name:
	for _, n := range names {
	page:
		for _, u := range pages {
			resp, err := c.Get(u)
			if err != nil {
				continue page
			}
			hit := false
			for sc := bufio.NewScanner(resp.Body); sc.Scan(); {
				if sc.Text() == n {
					hit = true
					break
				}
			}
			resp.Body.Close()
			if hit {
				continue name
			}
		}
		missing = append(missing, n)
	}
	return missing
}
