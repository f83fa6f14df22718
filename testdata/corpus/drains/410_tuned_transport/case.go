// kind: client with a tuned *http.Transport
// expect: still net/http's own transport: report, the closure becomes defer Close

package case410

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"time"
)

// A Prom asks a metrics server.
type Prom struct {
	client *http.Client
	server string
}

func NewProm(server string) *Prom {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = 16
	t.DialContext = (&net.Dialer{Timeout: 2 * time.Second}).DialContext
	return &Prom{client: &http.Client{Transport: t}, server: server}
}

func (p *Prom) Up() (v struct{ Value float64 }, err error) {
	resp, err := p.client.Get(p.server + "/query?q=up")
	if err != nil {
		return v, err
	}
	defer func() {
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}
