// kind: a metric counts failed drains
// expect: somebody watches that number: silent

package case218

import (
	"expvar"
	"io"
	"log"
	"net/http"
)

var truncated = expvar.NewInt("upstream_truncated")

func notify(c *http.Client, url string) error {
	resp, err := c.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		truncated.Add(1)
		log.Printf("notify: %v", err)
	}
	return nil
}
