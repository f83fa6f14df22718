// kind: owner: a field of the receiver
// expect: without a resumable server the body is neither stored nor closed

package p

import (
	"errors"
	"io"
	"net/http"
)

type Resumer struct {
	Client *http.Client
	URL    string
	body   io.ReadCloser
}

var errNoRanges = errors.New("server can't resume")

func (r *Resumer) Open() error {
	resp, err := r.Client.Get(r.URL) // LEAK
	if err != nil {
		return err
	}
	if resp.Header.Get("Accept-Ranges") != "bytes" {
		return errNoRanges
	}
	r.body = resp.Body
	return nil
}

func (r *Resumer) Close() error {
	if r.body == nil {
		return nil
	}
	return r.body.Close()
}
