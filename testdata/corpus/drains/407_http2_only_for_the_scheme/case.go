// kind: HTTP/2-only client and a constant https address, module of go 1.26
// expect: https is HTTP/2 there on every Go version: report, no automatic fix

package case407

import (
	"fmt"
	"io"
	"net/http"
)

const pushURL = "https://push.example.com/3/device/"

var pusher = newPusher()

func newPusher() *http.Client {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: p}}
}

func ping() error {
	resp, err := pusher.Get(pushURL + "ping")
	if err != nil {
		return err
	}
	defer func() {
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("push service: %s", resp.Status)
	}
	return nil
}
