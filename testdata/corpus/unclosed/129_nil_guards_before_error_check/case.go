// kind: path: if resp != nil && resp.Body != nil
// expect: silent

package p

import (
	"io"
	"net/http"
)

func Call(c *http.Client, req *http.Request) ([]byte, int, error) {
	res, err := c.Do(req)
	if res != nil && res.Body != nil {
		defer res.Body.Close()
	}
	if err != nil {
		return nil, 0, err
	}
	b, err := io.ReadAll(res.Body)
	return b, res.StatusCode, err
}

func Ping(c *http.Client, req *http.Request) (code int) {
	res, err := c.Do(req)
	if err != nil {
		return -1
	}
	code = res.StatusCode
	if res.Body == nil {
		return code
	}
	_ = res.Body.Close()
	return code
}
