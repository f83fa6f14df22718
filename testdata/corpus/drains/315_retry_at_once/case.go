// kind: retry loop whose next request follows at once
// expect: the background drain would race it: report, no fix

package case315

import (
	"fmt"
	"io"
	"net/http"
)

func insist(c *http.Client, req *http.Request, tries int) (*http.Response, error) {
	for i := 0; ; i++ {
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode < http.StatusInternalServerError {
			return resp, nil
		}
		io.Copy(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
		if i == tries {
			return nil, fmt.Errorf("%d tries: %s", tries, resp.Status)
		}
	}
}
