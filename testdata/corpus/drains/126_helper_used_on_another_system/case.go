// kind: helper that only a file of another GOOS calls
// expect: its name occurs in a file this build leaves out: it stays as a plain close

package case126

import (
	"io"
	"net/http"
)

func discard(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}

func online(c *http.Client) bool {
	resp, err := c.Head("https://updates.example.com/")
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}
