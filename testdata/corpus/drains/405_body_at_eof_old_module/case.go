// kind: drain at EOF, in a module of go 1.26
// expect: true on every Go version: report, the line goes

package case405

import (
	"bytes"
	"io"
	"net/http"
)

func page(c *http.Client, url string) (title []byte, err error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	io.Copy(io.Discard, resp.Body) // DRAIN
	_, rest, _ := bytes.Cut(b, []byte("<title>"))
	title, _, _ = bytes.Cut(rest, []byte("</title>"))
	return title, nil
}
