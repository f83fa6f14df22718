//go:build go1.22

// kind: file tag below the module's version
// expect: it changes the language, not the toolchain: report, the line goes

package case503

import (
	"errors"
	"io"
	"net/http"
)

func lightsOff(c *http.Client, bridge string) error {
	resp, err := c.Post(bridge+"/lights/off", "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return errors.New("still bright")
	}
	return nil
}
