// kind: wrapper: resp.Body is replaced after the defer
// expect: silent: defer has bound the real body

package p

import (
	"bytes"
	"io"
	"net/http"
)

func Sniff(c *http.Client, req *http.Request) (*http.Response, string, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, "", err
	}
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	return resp, http.DetectContentType(raw), nil
}
