// kind: owner: a copy of the Response struct
// expect: silent: both structs hold the same body

package p

import (
	"io"
	"net/http"
)

func Annotated(c *http.Client, u string) ([]byte, http.Header, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, nil, err
	}
	shadow := new(http.Response)
	*shadow = *resp
	shadow.Header = resp.Header.Clone()
	shadow.Header.Set("X-Source", u)
	defer shadow.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return b, shadow.Header, err
}

func Plain(c *http.Client, u string) (string, error) {
	resp, err := c.Get(u)
	if err != nil {
		return "", err
	}
	r := *resp
	b, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	return string(b), err
}
