// kind: wrapper: resp.Body is replaced by a copy in memory
// expect: silent: the real one is closed first, the caller may close the copy or not

package p

import (
	"bytes"
	"io"
	"log"
	"net/http"
)

type Logger struct{ Next http.RoundTripper }

func (l Logger) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := l.Next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		return nil, err
	}
	log.Printf("%s %s: %d bytes", req.Method, req.URL, len(raw))
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	return resp, nil
}
