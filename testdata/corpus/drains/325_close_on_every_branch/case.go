// kind: drain before branches that each close
// expect: every path closes after the drain: report, the line goes

package case325

import (
	"fmt"
	"io"
	"net/http"
)

func moved(c *http.Client, url string) (string, error) {
	resp, err := c.Head(url)
	if err != nil {
		return "", err
	}
	io.Copy(io.Discard, resp.Body) // DRAIN
	switch {
	case resp.StatusCode == http.StatusOK:
		return url, resp.Body.Close()
	case resp.StatusCode/100 == 3:
		resp.Body.Close()
		return resp.Header.Get("Location"), nil
	}
	if err := resp.Body.Close(); err != nil {
		return "", err
	}
	return "", fmt.Errorf("%s: %s", url, resp.Status)
}
