// kind: path: a deferred literal calls a function variable that is set later
// expect: silent

package p

import (
	"encoding/csv"
	"io"
	"net/http"
	"os"
)

func Records(src string, remote bool) ([][]string, error) {
	cleanup := func() {}
	defer func() { cleanup() }()
	var r io.Reader = os.Stdin
	if remote {
		resp, err := http.Get(src)
		if err != nil {
			return nil, err
		}
		cleanup = func() { resp.Body.Close() }
		r = resp.Body
	}
	return csv.NewReader(r).ReadAll()
}
