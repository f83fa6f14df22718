package silent

import (
	"io"
	"net/http"
	"os"
)

var noKeepAlives = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: -1}}

// The connection ends with the request, whatever is read.
func endsAnyhow(url string) (int, error) {
	resp, err := noKeepAlives.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

var onlyHTTP2 = newHTTP2()

func newHTTP2() *http.Client {
	p := new(http.Protocols)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: p}}
}

// A stream ends, and the connection goes on.
func ownStream(url string) (int, error) {
	resp, err := onlyHTTP2.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// The address of a body is as good as the body.
func byAddress(url string, f *os.File) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return save(f, &resp.Body)
}

func save(f *os.File, body *io.ReadCloser) error {
	_, err := io.Copy(f, *body)
	return err
}

// Whether something is left, the limit decides.
func limited(url string, most int64) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body := io.Reader(resp.Body)
	if most >= 0 {
		body = io.LimitReader(resp.Body, most)
	}
	b, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return b, err
}
