// kind: body replaced after the deferred closure
// expect: defer Close would bind the old body: report, only the drain goes

package case310

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

func catalog(c *http.Client, url string, most int64) (names []string, err error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer func() {
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	resp.Body = http.MaxBytesReader(nil, resp.Body, most)
	err = json.NewDecoder(resp.Body).Decode(&names)
	return names, err
}
