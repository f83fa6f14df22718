// Package silent has numbers that are the same, or nearly, and bound no drain of
// a response body.
package silent

import (
	"io"
	"net/http"
	"time"
)

func otherLimit(resp *http.Response) {
	io.CopyN(io.Discard, resp.Body, 255<<10)
	resp.Body.Close()
}

func buffer(resp *http.Response) {
	io.CopyBuffer(io.Discard, resp.Body, make([]byte, 256<<10))
	resp.Body.Close()
}

func wanted(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()
	return io.ReadAll(io.LimitReader(resp.Body, 256<<10))
}

func skipped(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()
	io.CopyN(io.Discard, resp.Body, 256<<10)
	return io.ReadAll(resp.Body)
}

func request(w http.ResponseWriter, r *http.Request) {
	io.CopyN(io.Discard, r.Body, 256<<10)
}

func file(f io.ReadCloser) {
	io.CopyN(io.Discard, f, 256<<10)
	f.Close()
}

func variable(resp *http.Response, small bool) {
	n := int64(256 << 10)
	if small {
		n = 4 << 10
	}
	io.CopyN(io.Discard, resp.Body, n)
	resp.Body.Close()
}

var Tunable int64 = 256 << 10

func exported(resp *http.Response) {
	io.CopyN(io.Discard, resp.Body, Tunable)
	resp.Body.Close()
}

func retry(c *http.Client, url string) {
	resp, err := c.Get(url)
	if err != nil {
		return
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	select {
	case <-time.After(50 * time.Millisecond):
	}
}

func elsewhere(resp *http.Response, stop chan struct{}) {
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	go func() {
		select {
		case <-stop:
		case <-time.After(50 * time.Millisecond):
		}
	}()
}

func ignored(resp *http.Response) {
	//lint:ignore draincaps our own budget happens to be the same
	io.CopyN(io.Discard, resp.Body, 256<<10)
	resp.Body.Close()
}
