// kind: drain in ModifyResponse of a reverse proxy
// expect: the upstream's error page is replaced by our own: report, the line goes

package case323

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
)

// Front hides the error pages of a backend behind one of ours.
func Front(backend *url.URL, page []byte) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(backend) },
		ModifyResponse: func(resp *http.Response) error {
			if resp.StatusCode < http.StatusInternalServerError {
				return nil
			}
			_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
			if err := resp.Body.Close(); err != nil {
				return err
			}
			resp.Body = io.NopCloser(bytes.NewReader(page))
			resp.ContentLength = int64(len(page))
			resp.Header.Set("Content-Length", strconv.Itoa(len(page)))
			return nil
		},
	}
}
