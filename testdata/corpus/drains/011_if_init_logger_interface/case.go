// kind: in place, if with init, logged through an interface
// expect: a logger of one's own is still a logger: report, the if goes

package case011

import (
	"io"
	"net/http"
)

// A Logger is what the caller of this package brings along.
type Logger interface {
	Debugf(format string, args ...any)
	Warnf(format string, args ...any)
}

type Beacon struct {
	HTTP *http.Client
	Log  Logger
}

// Send reports one page view and never fails.
func (b *Beacon) Send(req *http.Request) {
	resp, err := b.HTTP.Do(req)
	if err != nil {
		b.Log.Warnf("beacon: %v", err)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		b.Log.Warnf("beacon: %s", resp.Status)
	}
	if _, err := io.ReadAll(resp.Body); err != nil { // DRAIN
		b.Log.Debugf("beacon: reading: %v", err)
	}
}
