// Package silent has drains that may help.
package silent

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"os"

	"example.com/deaddrain/lib"
)

func drain(resp *http.Response) {
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func unknownClient(c *http.Client, url string) {
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	defer drain(resp)
}

func pooled(url string) {
	resp, err := lib.Pooled().Get(url)
	if err != nil {
		return
	}
	defer drain(resp)
}

func perhaps(url string, single bool) {
	t := &http.Transport{}
	if single {
		t.DisableKeepAlives = true
	}
	c := &http.Client{Transport: t}
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	defer drain(resp)
}

func setting(url string, single bool) {
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: single}}
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	defer drain(resp)
}

func switchedOn(url string) {
	t := &http.Transport{DisableKeepAlives: true}
	keep(t)
	c := &http.Client{Transport: t}
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	defer drain(resp)
}

func keep(t *http.Transport) { t.DisableKeepAlives = false }

func replaced(url string, other http.RoundTripper) {
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	c.Transport = other
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	defer drain(resp)
}

// Agent has a client that others may set.
type Agent struct{ HTTP *http.Client }

// NewAgent returns an agent.
func NewAgent() *Agent {
	return &Agent{HTTP: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
}

func (a *Agent) ping(url string) {
	resp, err := a.HTTP.Get(url)
	if err != nil {
		return
	}
	defer drain(resp)
}

func eitherClient(url string, c *http.Client) {
	resp, err := lib.Single().Get(url)
	if err != nil {
		resp, err = c.Get(url)
	}
	if err != nil {
		return
	}
	defer drain(resp)
}

func fromChannel(url string, ch chan *http.Response) {
	resp, err := lib.Single().Get(url)
	if err != nil {
		resp = <-ch
	}
	defer drain(resp)
}

func closeOff(c *http.Client, req *http.Request) {
	req.Close = true
	req.Close = false
	resp, err := c.Do(req)
	if err != nil {
		return
	}
	defer drain(resp)
}

func sometimesClose(c *http.Client, url string, last bool) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return
	}
	if last {
		req.Close = true
	}
	resp, err := c.Do(req)
	if err != nil {
		return
	}
	defer drain(resp)
}

func keptAlive(url string) {
	resp, err := http.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	if !resp.Close {
		io.Copy(io.Discard, resp.Body)
	}
}

func afterFailedCopy(url string) {
	resp, err := http.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(os.Stdout, resp.Body) // the writer may have failed
	io.Copy(io.Discard, resp.Body)
}

func afterDecode(url string, v any) {
	resp, err := http.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	_ = json.NewDecoder(resp.Body).Decode(v)
	io.Copy(io.Discard, resp.Body)
}

func afterGzip(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	zr, err := gzip.NewReader(resp.Body)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(zr)
	io.Copy(io.Discard, resp.Body) // the last chunk
	return b, err
}

func afterLimit(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 512))
	io.Copy(io.Discard, resp.Body)
	return b, err
}

func onOtherPath(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var b []byte
	if resp.StatusCode == http.StatusOK {
		b, err = io.ReadAll(resp.Body)
	}
	io.Copy(io.Discard, resp.Body)
	return b, err
}

func deferredBefore(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer func() {
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusOK {
		return nil, nil
	}
	return io.ReadAll(resp.Body)
}

func shortEnough(url string) {
	resp, err := http.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	if resp.ContentLength > 10 {
		io.CopyN(io.Discard, resp.Body, 4096)
	}
	if resp.ContentLength < 4096 {
		io.CopyN(io.Discard, resp.Body, 4096)
	}
}

// What a literal does to the transport it makes counts, too.
var inPlace = func() *http.Client {
	t := &http.Transport{DisableKeepAlives: true}
	t.DisableKeepAlives = false
	return &http.Client{Transport: t}
}()

func useInPlace(url string) {
	resp, err := inPlace.Get(url)
	if err != nil {
		return
	}
	defer drain(resp)
}

// A package variable calls this, as well as a function.
func ping(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer drain(resp)
	return nil
}

var _ = ping(http.DefaultClient, "http://localhost/")

func pingSingle(url string) error { return ping(lib.Single(), url) }

// Somebody else may have given it another client.
func open(o *lib.Open, url string) {
	resp, err := o.Client.Get(url)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
}
