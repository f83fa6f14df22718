// kind: wrapper: the body as a plain io.Reader
// expect: silent: the caller can assert io.Closer and does

package p

import (
	"io"
	"net/http"
	"os"
)

func open(name string, remote bool) (io.Reader, error) {
	if !remote {
		return os.Open(name)
	}
	resp, err := http.Get(name)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func Cat(w io.Writer, name string, remote bool) error {
	r, err := open(name, remote)
	if err != nil {
		return err
	}
	if c, ok := r.(io.Closer); ok {
		defer c.Close()
	}
	_, err = io.Copy(w, r)
	return err
}
