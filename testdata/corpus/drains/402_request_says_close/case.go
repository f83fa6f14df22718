// kind: request that asks for the connection to be closed
// expect: the drain can never help: report, the lines go

package case402

import (
	"fmt"
	"io"
	"net/http"
)

func rotate(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Close = true
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("rotate: %s", resp.Status)
	}
	return nil
}

func rotateOld(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Connection", "close")
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, resp.Body) // DRAIN
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("rotate: %s", resp.Status)
	}
	return nil
}
