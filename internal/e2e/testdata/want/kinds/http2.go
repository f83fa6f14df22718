package kinds

import (
	"io"
	"net/http"
)

func onlyHTTP2(url string) error {
	return drained(http2Client(), url)
}

func http2Client() *http.Client {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: p}}
}

var h2 = http2Client()

func drained(_ *http.Client, url string) error {
	resp, err := h2.Get("https://localhost/" + url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `^http2drain: resp\.Body is drained \(io\.Copy\), but its client speaks only H`
	return nil
}
