// kind: helper that files go through too
// expect: the helper is not reported, its call with a response body is; that body can be nil, so no fix

package case116

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

// quietly is for whatever may still have something to read, nil included.
func quietly(rc io.ReadCloser) {
	if rc == nil {
		return
	}
	_, _ = io.Copy(io.Discard, rc)
	_ = rc.Close()
}

func fetch(c *http.Client, url string) (io.ReadCloser, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func fromFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer quietly(f)
	var word string
	_, err = fmt.Fscan(f, &word)
	return word, err
}

func fromWeb(c *http.Client, url string) (string, error) {
	body, err := fetch(c, url)
	defer quietly(body) // DRAIN
	if err != nil {
		return "", err
	}
	var word string
	_, err = fmt.Fscan(body, &word)
	return strings.ToLower(word), err
}
