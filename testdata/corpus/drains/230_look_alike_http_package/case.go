// kind: another package that is called http
// expect: its Response only looks like ours: silent

package case230

import (
	"io"

	"drainscorpus/230_look_alike_http_package/http"
)

func poke(tower *http.Tower) (int, error) {
	resp, err := tower.Get("/poke")
	if err != nil {
		return 0, err
	}
	defer func() {
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}()
	return resp.StatusCode, nil
}
