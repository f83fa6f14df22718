// kind: function: returns the response, on a bad status inside the error
// expect: silent: who gets the error can reach and close the body

package p

import (
	"errors"
	"io"
	"net/http"
)

// A StatusError holds the open response; the caller closes it.
type StatusError struct{ Response *http.Response }

func (e *StatusError) Error() string { return e.Response.Status }

func Send(c *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		return nil, &StatusError{resp}
	}
	return resp, nil
}

func Text(c *http.Client, req *http.Request) (string, error) {
	resp, err := Send(c, req)
	var se *StatusError
	if errors.As(err, &se) {
		defer se.Response.Body.Close()
		b, _ := io.ReadAll(se.Response.Body)
		return "", errors.New(string(b))
	}
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}
