// kind: wrapper: an own type round gzip
// expect: silent: Close closes both, and the error path the body

package p

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
)

type inflated struct {
	zr  *gzip.Reader
	raw io.Closer
}

func (i *inflated) Read(p []byte) (int, error) { return i.zr.Read(p) }

func (i *inflated) Close() error {
	err := i.zr.Close()
	if cerr := i.raw.Close(); err == nil {
		err = cerr
	}
	return err
}

// Transport unpacks what the server packed unasked.
type Transport struct{ Base http.RoundTripper }

func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.Base.RoundTrip(req)
	if err != nil || !strings.EqualFold(resp.Header.Get("Content-Encoding"), "gzip") {
		return resp, err
	}
	zr, err := gzip.NewReader(resp.Body)
	if err != nil {
		resp.Body.Close()
		return nil, err
	}
	resp.Body = &inflated{zr, resp.Body}
	return resp, nil
}
