// kind: helper deferred, the body replaced afterwards
// expect: defer Close would bind the old body: report all, only the helper's drain goes

package case124

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

type manifest struct {
	Files map[string]string
}

func conclude(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}

func readManifest(c *http.Client, url string, most int64) (*manifest, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer conclude(resp) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("manifest: %s", resp.Status)
	}
	resp.Body = http.MaxBytesReader(nil, resp.Body, most)
	m := new(manifest)
	if err := json.NewDecoder(resp.Body).Decode(m); err != nil {
		return nil, err
	}
	return m, nil
}
