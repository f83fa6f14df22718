// kind: helper called under nil checks
// expect: the response is there: report all, calls become Close where they stand, the helper goes

package case119

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

func letGo(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}

func login(c *http.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if resp != nil {
		defer letGo(resp) // DRAIN
	}
	if err != nil {
		return fmt.Errorf("login: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		return errors.New("login: wrong password")
	}
	return nil
}

func logout(c *http.Client, url string) {
	resp, _ := c.Post(url, "", nil)
	if resp != nil {
		letGo(resp) // DRAIN
	}
}
