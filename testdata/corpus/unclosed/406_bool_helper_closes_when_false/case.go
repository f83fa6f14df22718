// kind: helper: closes exactly when it returns false
// expect: silent

package p

import (
	"errors"
	"io"
	"log"
	"net/http"
)

// usable closes the response unless it can be read.
func usable(resp *http.Response, want string) bool {
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != want {
		log.Printf("unusable: %s", resp.Status)
		resp.Body.Close()
		return false
	}
	return true
}

func First(c *http.Client, urls []string) ([]byte, error) {
	for _, u := range urls {
		resp, err := c.Get(u)
		if err != nil || !usable(resp, "application/json") {
			continue
		}
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	}
	return nil, errors.New("none usable")
}

func Open(c *http.Client, u string) io.ReadCloser {
	resp, err := c.Get(u)
	if err != nil {
		return nil
	}
	if usable(resp, "text/plain") {
		return resp.Body
	}
	return nil
}
