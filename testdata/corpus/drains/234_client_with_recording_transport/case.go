// kind: client whose transport records to EOF, made in a constructor
// expect: not net/http's transport: silent

package case234

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
)

// A tape is a transport that stores each body once it was read to its end.
type tape struct {
	dir  string
	next http.RoundTripper
}

func (t *tape) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Body = &taped{body: resp.Body, file: filepath.Join(t.dir, req.URL.Host)}
	return resp, nil
}

type taped struct {
	body io.ReadCloser
	buf  bytes.Buffer
	file string
}

func (t *taped) Read(p []byte) (int, error) {
	n, err := t.body.Read(p)
	t.buf.Write(p[:n])
	if err == io.EOF {
		if werr := os.WriteFile(t.file, t.buf.Bytes(), 0o644); werr != nil {
			return n, werr
		}
	}
	return n, err
}

func (t *taped) Close() error { return t.body.Close() }

type recording struct{ client *http.Client }

func newRecording(dir string) *recording {
	return &recording{client: &http.Client{Transport: &tape{dir: dir, next: http.DefaultTransport}}}
}

func (r *recording) add(url string) error {
	resp, err := r.client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return nil
}
