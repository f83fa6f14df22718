package tape

import (
	"bytes"
	"io"
	"net/http"
)

// A Recorder keeps each body once it was read to its end.
type Recorder struct {
	Base http.RoundTripper
	Keep func(url string, body []byte)
}

func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.Base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Body = &recorded{ReadCloser: resp.Body, done: func(body []byte) { r.Keep(req.URL.String(), body) }}
	return resp, nil
}

type recorded struct {
	io.ReadCloser
	buf  bytes.Buffer
	done func([]byte)
}

func (r *recorded) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.buf.Write(p[:n])
	if err == io.EOF {
		r.done(r.buf.Bytes())
	}
	return n, err
}
