// kind: clients that may well reuse, in a module of go 1.26
// expect: HTTP/1 is still possible, keep-alives are on, the body is not at EOF: silent

package case409

import (
	"io"
	"net/http"
)

var both = &http.Client{Transport: &http.Transport{ForceAttemptHTTP2: true}}

var keeps = &http.Client{Transport: &http.Transport{DisableKeepAlives: false, MaxIdleConnsPerHost: 4}}

var plain = newPlain()

// newPlain speaks HTTP/1 on http and negotiates on https.
func newPlain() *http.Client {
	p := new(http.Protocols)
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: p}}
}

func negotiated(url string) (int, error) {
	resp, err := both.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, nil
}

func twoProtocols(url string) (int, error) {
	resp, err := plain.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, nil
}

func kept(url string) (int, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Connection", "keep-alive")
	resp, err := keeps.Do(req)
	if err != nil {
		return 0, err
	}
	io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, resp.Body.Close()
}

func excerpt(c *http.Client, url string) (string, error) {
	resp, err := c.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 300))
	if err != nil {
		return "", err
	}
	_, _ = io.Copy(io.Discard, resp.Body)
	return string(b), nil
}
