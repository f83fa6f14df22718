// kind: path: defer in a loop that never ends
// expect: no deferred Close ever runs

package p

import (
	"encoding/json"
	"log"
	"net/http"
	"time"
)

type Gauge interface{ Set(float64) }

func Export(c *http.Client, u string, g Gauge) {
	tick := time.NewTicker(15 * time.Second)
	for {
		<-tick.C
		resp, err := c.Get(u) // LEAK
		if err != nil {
			log.Print(err)
			continue
		}
		defer resp.Body.Close()
		var v struct{ Load float64 }
		if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
			log.Print(err)
			continue
		}
		g.Set(v.Load)
	}
}
