// kind: the drain's error ends in a named result
// expect: the caller learns of a truncated body: silent

package case215

import (
	"io"
	"net/http"
)

func sync(c *http.Client, url string) (code int, err error) {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return 0, err
	}
	defer func() {
		if _, derr := io.Copy(io.Discard, resp.Body); err == nil {
			err = derr
		}
		resp.Body.Close()
	}()
	return resp.StatusCode, nil
}

func syncAll(c *http.Client, url string) (err error) {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return
}
