// kind: deferred closure that keeps the Close error
// expect: the Close error reaches a named result: report, only the drain and its comment go

package case022

import (
	"encoding/json"
	"io"
	"net/http"
)

type job struct {
	ID    string
	State string
}

func jobs(c *http.Client, url string) (list []job, err error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer func() {
		// Read the rest so that the connection is reused.
		io.Copy(io.Discard, resp.Body) // DRAIN
		// A failed close must not hide an earlier error.
		if cerr := resp.Body.Close(); cerr != nil && err == nil {
			err = cerr
		}
	}()
	err = json.NewDecoder(resp.Body).Decode(&list)
	return list, err
}
