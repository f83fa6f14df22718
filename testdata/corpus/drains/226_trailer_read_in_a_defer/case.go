// kind: a deferred function reads the trailer
// expect: it runs after the drain: silent

package case226

import (
	"bufio"
	"io"
	"net/http"
	"strings"
)

// lines sends the lines of a log and keeps the checksum that follows it.
func lines(c *http.Client, url string, each func(string) bool) (sum string, err error) {
	resp, err := c.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	defer func() {
		for name, values := range resp.Trailer {
			if strings.EqualFold(name, "X-Checksum") {
				sum = values[0]
			}
		}
	}()
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		if !each(sc.Text()) {
			io.Copy(io.Discard, resp.Body)
			return "", nil
		}
	}
	return "", sc.Err()
}
