// kind: drain in an iterator whose consumer stopped
// expect: nothing follows the drain but the return: report, the line goes

package case032

import (
	"encoding/json"
	"io"
	"iter"
	"net/http"
)

type page struct {
	Next string
	Rows []string
}

// rows walks the pages of a listing.
func rows(c *http.Client, url string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for url != "" {
			resp, err := c.Get(url)
			if err != nil {
				yield("", err)
				return
			}
			var p page
			if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
				io.Copy(io.Discard, resp.Body) // DRAIN
				resp.Body.Close()
				yield("", err)
				return
			}
			resp.Body.Close()
			for _, r := range p.Rows {
				if !yield(r, nil) {
					return
				}
			}
			url = p.Next
		}
	}
}
