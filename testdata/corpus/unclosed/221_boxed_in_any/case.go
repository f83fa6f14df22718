// kind: owner: an interface value
// expect: silent: the box is returned, taken out by a type assertion, and closed

package p

import (
	"errors"
	"io"
	"net/http"
	"os"
)

func load(src string, remote bool) (any, error) {
	if remote {
		resp, err := http.Get(src)
		if err != nil {
			return nil, err
		}
		return resp, nil
	}
	return os.Open(src)
}

func Read(src string, remote bool) ([]byte, error) {
	v, err := load(src, remote)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *http.Response:
		defer v.Body.Close()
		return io.ReadAll(v.Body)
	case *os.File:
		defer v.Close()
		return io.ReadAll(v)
	}
	return nil, errors.ErrUnsupported
}
