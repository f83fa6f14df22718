// kind: the writer is io.Discard only when nobody wants the bytes
// expect: the other branch uses them: silent

package case231

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func show(c *http.Client, url string, verbose bool) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	out := io.Discard
	if verbose {
		out = os.Stdout
	}
	_, _ = io.Copy(out, resp.Body)
	fmt.Println(resp.Status)
	return nil
}
