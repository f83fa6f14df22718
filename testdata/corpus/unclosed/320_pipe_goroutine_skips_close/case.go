// kind: wrapper: a pipe fed by a goroutine
// expect: the goroutine returns on a bad status with the body open

package p

import (
	"fmt"
	"io"
	"net/http"
)

func Lazy(c *http.Client, u string) io.ReadCloser {
	pr, pw := io.Pipe()
	go func() {
		resp, err := c.Get(u) // LEAK
		if err != nil {
			pw.CloseWithError(err)
			return
		}
		if resp.StatusCode != http.StatusOK {
			pw.CloseWithError(fmt.Errorf("lazy: %s", resp.Status))
			return
		}
		_, err = io.Copy(pw, resp.Body)
		resp.Body.Close()
		pw.CloseWithError(err)
	}()
	return pr
}
