// kind: suppressed with lint:ignore
// expect: on the line before and on the line itself: silent

package case239

import (
	"errors"
	"io"
	"net/http"
)

func openDoor(c *http.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	//lint:ignore manualdrain the controller acts only when its answer was taken
	_, _ = io.Copy(io.Discard, resp.Body)
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

func closeDoor(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) //lint:ignore manualdrain as in openDoor
	return nil
}
