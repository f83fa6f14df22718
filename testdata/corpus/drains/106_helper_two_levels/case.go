// kind: helper that drains through another helper
// expect: both exist to drain: report both and the call, both go

package case106

import (
	"errors"
	"io"
	"net/http"
)

// slurp reads to the end.
func slurp(r io.Reader) { _, _ = io.Copy(io.Discard, r) } // DRAIN

// finish is for every response of this client.
func finish(resp *http.Response) { slurp(resp.Body); resp.Body.Close() } // DRAIN

func play(c *http.Client, track string) error {
	resp, err := c.Post("http://radio.local/play/"+track, "", nil)
	if err != nil {
		return err
	}
	defer finish(resp) // DRAIN
	if resp.StatusCode == http.StatusNotFound {
		return errors.New("no such track")
	}
	return nil
}
