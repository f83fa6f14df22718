// kind: deferred closure that logs the Close error
// expect: report, only the drain goes, the log of Close stays

package case023

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
)

func whoami(c *http.Client, url string) (string, error) {
	resp, err := c.Get(url)
	if err != nil {
		return "", err
	}
	defer func() {
		if _, err := io.Copy(io.Discard, resp.Body); err != nil { // DRAIN
			log.Printf("whoami: drain: %v", err)
		}
		if err := resp.Body.Close(); err != nil {
			log.Printf("whoami: close: %v", err)
		}
	}()
	var me struct{ Login string }
	err = json.NewDecoder(resp.Body).Decode(&me)
	return me.Login, err
}
