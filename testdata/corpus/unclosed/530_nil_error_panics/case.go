// kind: paths: a method is called on an interface value that is nil
// expect: the path ends there, in a panic

package p

import (
	"errors"
	"net/http"
	"strings"
)

// failure closes the body of what it makes an error of.
func failure(resp *http.Response) error {
	if resp.StatusCode < 400 {
		return nil
	}
	resp.Body.Close()
	return errors.New(resp.Status)
}

func refused(c *http.Client, url string) (bool, error) {
	resp, err := c.Get(url)
	if err != nil {
		return false, err
	}
	return strings.Contains(failure(resp).Error(), "refused"), nil
}

func asked(c *http.Client, url string) (bool, error) {
	resp, err := c.Get(url) // LEAK
	if err != nil {
		return false, err
	}
	if err := failure(resp); err != nil {
		return false, err
	}
	return true, nil
}
