// kind: the drain feeds a TeeReader
// expect: the bytes go into a file on their way: silent

package case246

import (
	"io"
	"net/http"
	"os"
)

func mirror(c *http.Client, url, name string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	tee := io.TeeReader(resp.Body, f)
	_, _ = io.Copy(io.Discard, tee)
	return f.Sync()
}
