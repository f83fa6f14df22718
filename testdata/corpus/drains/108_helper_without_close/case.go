// kind: helper that only drains, callers close
// expect: the bodies are closed anyway: report all, helper and calls go

package case108

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
)

// rest throws away what nobody read.
func rest(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<15))
}

func checksum(c *http.Client, url string) (string, error) {
	resp, err := c.Get(url + ".sha256")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var sum string
	_, err = fmt.Fscan(bufio.NewReader(resp.Body), &sum)
	rest(resp) // DRAIN
	return sum, err
}

func published(c *http.Client, url string) (string, error) {
	resp, err := c.Head(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	defer rest(resp) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", url, resp.Status)
	}
	return resp.Header.Get("Last-Modified"), nil
}
