// kind: in place, WriteTo of a bufio.Reader made on the spot
// expect: report, the line goes with two imports

package case012

import (
	"bufio"
	"errors"
	"io"
	"net/http"
)

func reboot(c *http.Client, device string) error {
	resp, err := c.Post("http://"+device+"/reboot", "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	bufio.NewReader(resp.Body).WriteTo(io.Discard) // DRAIN
	if resp.StatusCode != http.StatusAccepted {
		return errors.New("device refused: " + resp.Status)
	}
	return nil
}
