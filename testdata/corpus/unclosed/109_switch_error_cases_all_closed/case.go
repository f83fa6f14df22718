// kind: path: switch { case err != nil: … }
// expect: silent: no response in the error cases, a Close in every other one

package p

import (
	"context"
	"errors"
	"net/http"
)

type State int

const (
	Down State = iota
	Slow
	Up
)

func Probe(c *http.Client, req *http.Request) (State, error) {
	resp, err := c.Do(req)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return Slow, nil
	case err != nil:
		return Down, err
	case resp.StatusCode >= 500:
		return Down, resp.Body.Close()
	default:
		defer resp.Body.Close()
	}
	return Up, nil
}
