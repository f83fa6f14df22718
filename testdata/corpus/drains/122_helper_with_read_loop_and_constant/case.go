// kind: helper with a bounded read loop
// expect: constant and buffer go with the helper

package case122

import (
	"fmt"
	"io"
	"net/http"
	"strings"
)

// We read at most this much to keep a connection.
const enough = 10 << 10

// useUp reads a little of what is left and closes.
func useUp(resp *http.Response) { // DRAIN
	lr := io.LimitReader(resp.Body, enough)
	chunk := make([]byte, 512)
	for {
		_, err := lr.Read(chunk)
		if err != nil {
			break
		}
	}
	resp.Body.Close()
}

func print(c *http.Client, printer, text string) error {
	resp, err := c.Post(printer+"/jobs", "text/plain", strings.NewReader(text))
	if err != nil {
		return err
	}
	defer useUp(resp) // DRAIN
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("printer: %s", resp.Status)
	}
	return nil
}
