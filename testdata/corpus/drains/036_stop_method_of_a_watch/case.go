// kind: method that drains the response in its own field
// expect: on one line, so helper and drain are the same place: report, the drain goes

package case036

import (
	"encoding/json"
	"io"
	"net/http"
)

// A Watch is a stream of changes.
type Watch struct {
	resp *http.Response
	dec  *json.Decoder
}

func Open(c *http.Client, url string) (*Watch, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	return &Watch{resp: resp, dec: json.NewDecoder(resp.Body)}, nil
}

func (w *Watch) Next() (change map[string]any, err error) {
	err = w.dec.Decode(&change)
	return change, err
}

func (w *Watch) Stop() { io.CopyN(io.Discard, w.resp.Body, 1<<12); w.resp.Body.Close() } // DRAIN
