// kind: drain while a goroutine reads the same body
// expect: two readers at once: report, no fix

package case317

import (
	"bufio"
	"io"
	"net/http"
	"time"
)

// tail hands out the lines that come within a while.
func tail(c *http.Client, url string, while time.Duration, lines chan<- string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	go func() {
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			lines <- sc.Text()
		}
		close(lines)
	}()
	time.Sleep(while)
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	return resp.Body.Close()
}
