// kind: bytes are skipped before the rest is read
// expect: an offset, not a drain: silent

package case227

import (
	"bufio"
	"errors"
	"io"
	"net/http"
)

// resume returns what follows the bytes that are there already.
func resume(c *http.Client, url string, have int64) ([]byte, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		_, _ = io.CopyN(io.Discard, resp.Body, have)
	}
	return io.ReadAll(resp.Body)
}

// afterHeader skips the first line of a listing and returns the second.
func afterHeader(c *http.Client, url string) (string, error) {
	resp, err := c.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	sc := bufio.NewScanner(resp.Body)
	sc.Scan()
	if !sc.Scan() {
		return "", errors.New("no second line")
	}
	return sc.Text(), nil
}
