// kind: owner: a package variable
// expect: silent: Shutdown closes it

package p

import (
	"bufio"
	"net/http"
)

var control struct {
	resp *http.Response
	in   *bufio.Reader
}

func Attach(c *http.Client, u string) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	control.resp = resp
	control.in = bufio.NewReader(resp.Body)
	return nil
}

func Shutdown() error {
	if control.resp == nil {
		return nil
	}
	return control.resp.Body.Close()
}
