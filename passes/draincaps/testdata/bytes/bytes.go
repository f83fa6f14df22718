// Package bytes has the transport's 256 KiB in the spellings that people use.
package bytes

import (
	"bufio"
	"io"
	"net/http"
)

const (
	kib      = 1 << 10
	maxDrain = 256 * kib
)

var limit int64 = 1 << 18

func shift(resp *http.Response) {
	io.CopyN(io.Discard, resp.Body, 256<<10) // want `256 << 10 repeats the transport's own limit \(256 KiB\), which may change in any release of Go`
	resp.Body.Close()
}

func number(resp *http.Response) {
	io.Copy(io.Discard, io.LimitReader(resp.Body, 262144)) // want `262144 repeats`
	resp.Body.Close()
}

func product(resp *http.Response) {
	io.Copy(io.Discard, &io.LimitedReader{R: resp.Body, N: 256 * 1024}) // want `256 \* 1024 repeats`
	resp.Body.Close()
}

func positional(resp *http.Response) {
	io.Copy(io.Discard, &io.LimitedReader{resp.Body, 0x40000}) // want `0x40000 repeats`
	resp.Body.Close()
}

func named(resp *http.Response) {
	io.CopyN(io.Discard, resp.Body, maxDrain) // want `maxDrain repeats`
	resp.Body.Close()
}

func onePast(resp *http.Response) {
	io.CopyN(io.Discard, resp.Body, maxDrain+1) // want `maxDrain \+ 1 repeats`
	resp.Body.Close()
}

func packageVariable(resp *http.Response) {
	io.CopyN(io.Discard, resp.Body, limit) // want `limit repeats`
	resp.Body.Close()
}

func converted(resp *http.Response) {
	n := 1 << 18
	lr := io.LimitReader(resp.Body, int64(n)) // want `int64\(n\) repeats`
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, bufio.NewReader(lr))
}

func tested(resp *http.Response) {
	if resp.ContentLength >= 0 && resp.ContentLength <= 256<<10 { // want `256 << 10 repeats`
		io.Copy(io.Discard, resp.Body)
	}
	resp.Body.Close()
}

func loop(resp *http.Response) {
	buf := make([]byte, 4096)
	for total := 0; total < maxDrain; { // want `maxDrain repeats`
		n, err := resp.Body.Read(buf)
		total += n
		if err != nil {
			break
		}
	}
	resp.Body.Close()
}

func drainAndClose(body io.ReadCloser, max int64) {
	io.CopyN(io.Discard, body, max)
	body.Close()
}

func handsItOn(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer drainAndClose(resp.Body, 256<<10) // want `256 << 10 repeats`
	return nil
}

func inHelper(body io.ReadCloser) {
	io.Copy(io.Discard, io.LimitReader(body, maxDrain)) // want `maxDrain repeats`
	body.Close()
}

func callsIt(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer inHelper(resp.Body)
	return nil
}
