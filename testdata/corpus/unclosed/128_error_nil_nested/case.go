// kind: path: err == nil, with everything inside
// expect: silent

package p

import (
	"log"
	"net/http"
	"time"
)

type Watchdog struct {
	URL    string
	Alive  time.Time
	Client *http.Client
}

func (w *Watchdog) Tick() {
	resp, err := w.Client.Get(w.URL)
	if err == nil {
		if resp.StatusCode == http.StatusOK {
			w.Alive = time.Now()
		}
		if cerr := resp.Body.Close(); cerr != nil {
			log.Print(cerr)
		}
	} else {
		log.Print(err)
	}
	if err == nil && time.Since(w.Alive) > time.Minute {
		log.Printf("%s answers, but is not well", w.URL)
	}
}
