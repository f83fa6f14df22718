// kind: path: return inside a reading loop
// expect: the hit returns from within the loop, the Close stands below it

package p

import (
	"bufio"
	"net/http"
	"strings"
)

// Version looks for the version line of a release manifest.
func Version(c *http.Client, manifest string) (string, error) {
	resp, err := c.Get(manifest) // LEAK
	if err != nil {
		return "", err
	}
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		if v, ok := strings.CutPrefix(sc.Text(), "version="); ok {
			return v, nil
		}
	}
	resp.Body.Close()
	return "", sc.Err()
}
