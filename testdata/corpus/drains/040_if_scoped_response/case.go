// kind: drain of a response scoped to an if
// expect: report, the line goes

package case040

import (
	"io"
	"log"
	"net/http"
	"time"
)

// heartbeat tells the watchdog that we live, for as long as we do.
func heartbeat(url string, every time.Duration) {
	for range time.Tick(every) {
		if resp, err := http.Get(url); err != nil {
			log.Printf("heartbeat: %v", err)
		} else {
			io.Copy(io.Discard, resp.Body) // DRAIN
			resp.Body.Close()
		}
	}
}
