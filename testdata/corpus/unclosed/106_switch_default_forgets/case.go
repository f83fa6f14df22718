// kind: path: switch over the status
// expect: only the default arm leaves the body open

package p

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

var ErrGone = errors.New("gone")

func Blob(c *http.Client, u string) ([]byte, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	switch resp.StatusCode {
	case http.StatusOK:
		defer resp.Body.Close()
		return io.ReadAll(resp.Body)
	case http.StatusNotFound, http.StatusGone:
		resp.Body.Close()
		return nil, ErrGone
	default:
		return nil, fmt.Errorf("unexpected %s", resp.Status)
	}
}
