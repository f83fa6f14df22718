// kind: model: httputil.DumpResponse(resp, true)
// expect: without debug nothing closes

package p

import (
	"log"
	"net/http"
	"net/http/httputil"
)

type Pinger struct {
	Client *http.Client
	Debug  bool
}

func (p *Pinger) Ping(u string) (int, error) {
	resp, err := p.Client.Get(u) // LEAK
	if err != nil {
		return 0, err
	}
	if p.Debug {
		dump, err := httputil.DumpResponse(resp, true)
		if err != nil {
			resp.Body.Close()
			return 0, err
		}
		log.Printf("%s", dump)
	}
	return resp.StatusCode, nil
}
