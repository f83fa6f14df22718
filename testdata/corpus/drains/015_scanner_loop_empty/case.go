// kind: in place, empty Scan loop
// expect: the first line counts, the rest is scanned away: report, the loop goes, the scanner stays

package case015

import (
	"bufio"
	"fmt"
	"net/http"
)

// motd returns the first line of the message of the day.
func motd(c *http.Client, url string) (string, error) {
	resp, err := c.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	if !sc.Scan() {
		return "", fmt.Errorf("motd: empty: %w", sc.Err())
	}
	line := sc.Text()
	for sc.Scan() { // DRAIN
	}
	return line, nil
}
