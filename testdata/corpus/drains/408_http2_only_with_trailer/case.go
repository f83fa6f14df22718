// kind: HTTP/2-only client whose trailer is read
// expect: the trailer is there only after EOF: silent

package case408

import (
	"errors"
	"io"
	"net/http"
)

var grpcLike = newClient()

func newClient() *http.Client {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: p}}
}

func invoke(method string, msg io.Reader) error {
	resp, err := grpcLike.Post("http://127.0.0.1:9000/"+method, "application/grpc", msg)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	if s := resp.Trailer.Get("Grpc-Status"); s != "" && s != "0" {
		return errors.New("status " + s)
	}
	return nil
}
