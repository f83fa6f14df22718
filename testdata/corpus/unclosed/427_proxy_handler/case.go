// kind: model: a hand-written reverse proxy with a hijack
// expect: Serve leaves the backend's body open where w can't be hijacked; Copy is silent

package p

import (
	"io"
	"net/http"
)

type Proxy struct{ Backend http.RoundTripper }

func (p *Proxy) Serve(w http.ResponseWriter, r *http.Request) {
	resp, err := p.Backend.RoundTrip(r.Clone(r.Context())) // LEAK
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	hj, ok := w.(http.Hijacker)
	if !ok {
		http.Error(w, "can't hijack", http.StatusInternalServerError)
		return
	}
	conn, _, err := hj.Hijack()
	if err != nil {
		resp.Body.Close()
		return
	}
	defer conn.Close()
	defer resp.Body.Close()
	_, _ = io.Copy(conn, resp.Body)
}

func (p *Proxy) Copy(w http.ResponseWriter, r *http.Request) {
	resp, err := p.Backend.RoundTrip(r.Clone(r.Context()))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}
