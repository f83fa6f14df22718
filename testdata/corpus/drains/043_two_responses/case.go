// kind: two responses in one function, each drained
// expect: report both, both go

package case043

import (
	"errors"
	"io"
	"net/http"
	"strings"
)

func move(c *http.Client, from, to, text string) error {
	put, err := c.Post(to, "text/plain", strings.NewReader(text))
	if err != nil {
		return err
	}
	defer put.Body.Close()
	io.Copy(io.Discard, put.Body) // DRAIN
	if put.StatusCode != http.StatusCreated {
		return errors.New("copy refused")
	}
	req, err := http.NewRequest(http.MethodDelete, from, nil)
	if err != nil {
		return err
	}
	del, err := c.Do(req)
	if err != nil {
		return err
	}
	defer del.Body.Close()
	io.Copy(io.Discard, del.Body) // DRAIN
	if del.StatusCode != http.StatusNoContent {
		return errors.New("delete refused")
	}
	return nil
}
