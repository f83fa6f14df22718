// kind: helper: closes exactly when it returns true
// expect: Peek ignores the result, so the body it left open is lost

package p

import (
	"io"
	"log"
	"net/http"
)

func rejected(resp *http.Response) bool {
	if resp.StatusCode < 400 {
		return false
	}
	log.Print(resp.Status)
	_ = resp.Body.Close()
	return true
}

func Peek(c *http.Client, u string) (http.Header, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	rejected(resp)
	return resp.Header, nil
}

func Read(c *http.Client, u string) ([]byte, error) {
	resp, err := c.Get(u)
	if err != nil || rejected(resp) {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
