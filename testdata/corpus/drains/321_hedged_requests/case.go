// kind: drain of the loser in a goroutine of a RoundTrip method
// expect: report, no fix in a middleware

package case321

import (
	"io"
	"net/http"
	"time"
)

// Hedge sends a second request when the first takes too long.
type Hedge struct {
	Base  http.RoundTripper
	After time.Duration
}

type outcome struct {
	resp *http.Response
	err  error
}

func (h *Hedge) RoundTrip(req *http.Request) (*http.Response, error) {
	first, second := make(chan outcome, 1), make(chan outcome, 1)
	go func() {
		resp, err := h.Base.RoundTrip(req)
		first <- outcome{resp, err}
	}()
	select {
	case o := <-first:
		return o.resp, o.err
	case <-time.After(h.After):
	}
	go func() {
		resp, err := h.Base.RoundTrip(req.Clone(req.Context()))
		second <- outcome{resp, err}
	}()
	win, lose := outcome{}, first
	select {
	case win = <-first:
		lose = second
	case win = <-second:
	}
	go func() {
		if o := <-lose; o.err == nil {
			_, _ = io.Copy(io.Discard, o.resp.Body) // DRAIN
			o.resp.Body.Close()
		}
	}()
	return win.resp, win.err
}
