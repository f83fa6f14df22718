// kind: path: retry loop of a RoundTripper
// expect: silent: a try that is repeated is closed first, the last one is returned

package p

import (
	"net/http"
	"time"
)

type Backoff struct {
	Next  http.RoundTripper
	Waits []time.Duration
}

func (b *Backoff) RoundTrip(req *http.Request) (*http.Response, error) {
	for _, wait := range b.Waits {
		resp, err := b.Next.RoundTrip(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		select {
		case <-time.After(wait):
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
	}
	return b.Next.RoundTrip(req)
}
