// kind: generic helper
// expect: report all, calls become Close, the helper goes

package case105

import (
	"errors"
	"io"
	"net/http"
)

// drop gets rid of anything that can be read and closed.
func drop[T io.ReadCloser](rc T) { // DRAIN
	io.Copy(io.Discard, rc)
	rc.Close()
}

func open(c *http.Client, valve string) error {
	resp, err := c.Post("http://plant.local/valves/"+valve+"/open", "", nil)
	if err != nil {
		return err
	}
	defer drop(resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return errors.New("valve " + valve + " is stuck")
	}
	return nil
}

func state(c *http.Client, valve string) (string, error) {
	resp, err := c.Head("http://plant.local/valves/" + valve)
	if err != nil {
		return "", err
	}
	defer drop[io.ReadCloser](resp.Body) // DRAIN
	return resp.Header.Get("X-State"), nil
}
