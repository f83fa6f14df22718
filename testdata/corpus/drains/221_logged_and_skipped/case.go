// kind: a failed drain is logged and the entry skipped
// expect: the continue acts on the error: silent

package case221

import (
	"io"
	"log"
	"net/http"
)

// complete returns the addresses whose content arrives in full.
func complete(c *http.Client, urls []string) []string {
	var good []string
	for _, u := range urls {
		resp, err := c.Get(u)
		if err != nil {
			continue
		}
		_, err = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if err != nil {
			log.Printf("%s: incomplete: %v", u, err)
			continue
		}
		good = append(good, u)
	}
	return good
}
