// kind: nolint directives above the drain and after it
// expect: report, they go with it

package case304

import (
	"errors"
	"io"
	"net/http"
)

func ringBell(c *http.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	//nolint:errcheck,gosec
	io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return errors.New("nobody heard it")
	}
	return nil
}

func muteBell(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, resp.Body) //nolint:errcheck // DRAIN
	return resp.Body.Close()
}
