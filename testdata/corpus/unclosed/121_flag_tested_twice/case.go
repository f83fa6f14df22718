// kind: path: correlated flag
// expect: silent: opened and closed under the same flag

package p

import (
	"bytes"
	"io"
	"net/http"
	"os"
)

func Render(template string, remote bool, w io.Writer) error {
	var (
		src  io.Reader
		resp *http.Response
	)
	if remote {
		r, err := http.Get(template)
		if err != nil {
			return err
		}
		resp, src = r, r.Body
	} else {
		b, err := os.ReadFile(template)
		if err != nil {
			return err
		}
		src = bytes.NewReader(b)
	}
	_, err := io.Copy(w, src)
	if remote {
		resp.Body.Close()
	}
	return err
}
