// kind: drain as the only statement of an else
// expect: report, the else goes

package case029

import (
	"encoding/json"
	"io"
	"net/http"
)

func config(c *http.Client, url, etag string, into any) (changed bool, err error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return false, err
	}
	req.Header.Set("If-None-Match", etag)
	resp, err := c.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		changed = true
		err = json.NewDecoder(resp.Body).Decode(into)
	} else {
		io.Copy(io.Discard, resp.Body) // DRAIN
	}
	return changed, err
}
