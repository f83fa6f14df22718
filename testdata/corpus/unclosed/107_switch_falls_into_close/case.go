// kind: path: switch with fallthrough and one shared Close
// expect: silent

package p

import (
	"io"
	"log"
	"net/http"
)

func Submit(c *http.Client, u string, body io.Reader) (accepted bool, err error) {
	resp, err := c.Post(u, "application/json", body)
	if err != nil {
		return false, err
	}
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
		log.Print("slow down")
		fallthrough
	case resp.StatusCode >= 400:
		msg, rerr := io.ReadAll(resp.Body)
		log.Printf("%s: %s (%v)", u, msg, rerr)
	case resp.StatusCode == http.StatusAccepted:
		accepted = true
	}
	return accepted, resp.Body.Close()
}
