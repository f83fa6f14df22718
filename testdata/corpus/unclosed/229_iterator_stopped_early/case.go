// kind: owner: the function that is an iterator
// expect: a loop that breaks makes yield return false, and the Close is skipped

package p

import (
	"encoding/json"
	"iter"
	"net/http"
)

type Event struct{ ID, Type string }

func Events(c *http.Client, u string) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		resp, err := c.Get(u) // LEAK
		if err != nil {
			return
		}
		dec := json.NewDecoder(resp.Body)
		for dec.More() {
			var e Event
			if dec.Decode(&e) != nil {
				break
			}
			if !yield(e) {
				return
			}
		}
		resp.Body.Close()
	}
}
