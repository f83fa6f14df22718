// kind: path: a type assertion on the error proves it
// expect: silent

package p

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
)

func Body(u string) (string, error) {
	resp, err := http.Get(u)
	if ue, ok := err.(*url.Error); ok && ue.Timeout() {
		return "", fmt.Errorf("%s took too long", ue.URL)
	}
	switch e := err.(type) {
	case nil:
	case *url.Error:
		return "", e.Err
	default:
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}
