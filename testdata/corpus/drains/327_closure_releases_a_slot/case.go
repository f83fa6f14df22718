// kind: deferred closure that also frees a slot
// expect: report, only the drain goes, the closure stays

package case327

import (
	"encoding/json"
	"io"
	"net/http"
)

// A limited client has only so many requests under way.
type limited struct {
	c     *http.Client
	slots chan struct{}
}

func (l *limited) json(url string, v any) error {
	l.slots <- struct{}{}
	resp, err := l.c.Get(url)
	if err != nil {
		<-l.slots
		return err
	}
	defer func() {
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		_ = resp.Body.Close()
		<-l.slots
	}()
	return json.NewDecoder(resp.Body).Decode(v)
}
