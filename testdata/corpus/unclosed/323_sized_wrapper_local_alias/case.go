// kind: wrapper: a local wrapper that is only an alias
// expect: silent: the body is closed under its own name

package p

import (
	"bufio"
	"io"
	"net/http"
)

type peeker struct {
	*bufio.Reader
	io.Closer
}

func IsZip(c *http.Client, u string) (bool, error) {
	resp, err := c.Get(u)
	if err != nil {
		return false, err
	}
	p := peeker{bufio.NewReader(resp.Body), resp.Body}
	magic, err := p.Peek(4)
	resp.Body.Close()
	return string(magic) == "PK\x03\x04", err
}

func FirstByte(c *http.Client, u string) (byte, error) {
	resp, err := c.Get(u)
	if err != nil {
		return 0, err
	}
	p := peeker{bufio.NewReader(resp.Body), resp.Body}
	defer p.Close()
	return p.ReadByte()
}
