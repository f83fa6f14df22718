// kind: model: httputil.DumpResponse(resp, true) and Response.Write close
// expect: silent: closed by them where they succeed, by hand where they fail

package p

import (
	"io"
	"net/http"
	"net/http/httputil"
)

func Record(c *http.Client, req *http.Request) ([]byte, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	dump, err := httputil.DumpResponse(resp, true)
	if err != nil {
		resp.Body.Close()
		return nil, err
	}
	return dump, nil
}

func Replay(rt http.RoundTripper, req *http.Request, w io.Writer) error {
	resp, err := rt.RoundTrip(req)
	if err != nil {
		return err
	}
	if err := resp.Write(w); err != nil {
		resp.Body.Close()
		return err
	}
	return nil
}
