// kind: drain in a RoundTrip method
// expect: a middleware does not know what is below it: report, no fix

package case319

import (
	"io"
	"net/http"
	"time"
)

// Throttled waits when the server asks for it, and then asks once more.
type Throttled struct {
	Next http.RoundTripper
}

func (t *Throttled) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.Next.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusTooManyRequests {
		return resp, err
	}
	wait, err := time.ParseDuration(resp.Header.Get("Retry-After") + "s")
	if err != nil {
		return resp, nil
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4<<10)) // DRAIN
	resp.Body.Close()
	time.Sleep(wait)
	return t.Next.RoundTrip(req)
}
