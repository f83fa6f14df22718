// kind: drain in a generic function
// expect: report, the closure becomes defer Close

package case045

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

func call[T any](c *http.Client, req *http.Request) (T, error) {
	var v T
	resp, err := c.Do(req)
	if err != nil {
		return v, err
	}
	defer func() {
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusOK {
		return v, fmt.Errorf("%s: %s", req.URL.Path, resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v, err
}

func names(c *http.Client, req *http.Request) ([]string, error) { return call[[]string](c, req) }
