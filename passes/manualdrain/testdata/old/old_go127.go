//go:build go1.27

package old

import (
	"io"
	"net/http"
)

func fileIsCertainOfIt(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `drained by hand \(io\.Copy\)`
	return nil
}
