package new

import (
	"io"
	"net/http"
)

func moduleIsCertainOfIt(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `drained by hand \(io\.Copy\)`
	return nil
}
