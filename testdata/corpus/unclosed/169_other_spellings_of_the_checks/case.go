// kind: path: other ways to say err != nil and resp != nil
// expect: silent

package p

import (
	"errors"
	"net/http"
)

var errEmpty = errors.New("no response")

func A(c *http.Client, u string) (int, error) {
	resp, err := c.Get(u)
	failed := err != nil
	if failed {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func B(c *http.Client, u string) (int, error) {
	resp, err := c.Get(u)
	if resp == nil {
		return 0, errors.Join(errEmpty, err)
	}
	defer resp.Body.Close()
	return resp.StatusCode, err
}

func C(c *http.Client, u string) (code int, err error) {
	var resp *http.Response
	if resp, err = c.Get(u); nil != err {
		return
	}
	if resp.Body != nil {
		defer resp.Body.Close()
	}
	code = resp.StatusCode
	return
}

func D(c *http.Client, u string) int {
	resp, err := c.Get(u)
	if !(err == nil && resp.StatusCode < 500) {
		if err == nil {
			resp.Body.Close()
		}
		return -1
	}
	defer resp.Body.Close()
	return resp.StatusCode
}
