// kind: drain through a variable that holds the body
// expect: report, the line goes

package case041

import (
	"bufio"
	"io"
	"net/http"
	"strings"
)

func robots(c *http.Client, host string) (disallowed []string, err error) {
	resp, err := c.Get("https://" + host + "/robots.txt")
	if err != nil {
		return nil, err
	}
	body := resp.Body
	defer body.Close()
	if resp.StatusCode != http.StatusOK {
		io.Copy(io.Discard, body) // DRAIN
		return nil, nil
	}
	sc := bufio.NewScanner(body)
	for sc.Scan() {
		if p, ok := strings.CutPrefix(sc.Text(), "Disallow: "); ok {
			disallowed = append(disallowed, p)
		}
	}
	return disallowed, sc.Err()
}
