// kind: drain after the body was read to its end
// expect: nothing is left to read: report, the lines go

package case403

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
)

func settings(c *http.Client, url string, into any) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	return json.Unmarshal(b, into)
}

func save(c *http.Client, url, name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(f, resp.Body); err != nil {
		return fmt.Errorf("save %s: %w", name, err)
	}
	io.Copy(io.Discard, resp.Body) // DRAIN
	return f.Sync()
}
