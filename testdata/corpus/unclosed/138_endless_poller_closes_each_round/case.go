// kind: path: endless loop, the defer in a literal or a plain Close
// expect: silent

package p

import (
	"io"
	"log"
	"net/http"
	"time"
)

func Heartbeat(c *http.Client, u string) {
	for {
		func() {
			resp, err := c.Post(u, "text/plain", nil)
			if err != nil {
				log.Print(err)
				return
			}
			defer resp.Body.Close()
			if resp.StatusCode >= 300 {
				msg, _ := io.ReadAll(resp.Body)
				log.Printf("heartbeat: %s", msg)
			}
		}()
		time.Sleep(time.Minute)
	}
}

func Watch(c *http.Client, u string, seen chan<- string) {
	for last := ""; ; time.Sleep(time.Second) {
		resp, err := c.Get(u)
		if err != nil {
			continue
		}
		tag := resp.Header.Get("ETag")
		resp.Body.Close()
		if tag == last {
			continue
		}
		last = tag
		seen <- tag
	}
}
