// kind: drain behind a function-typed field
// expect: the shape of a source is enough: report, the line goes

package case039

import (
	"errors"
	"io"
	"net/http"
)

type uploader struct {
	send func(*http.Request) (*http.Response, error)
}

func newUploader(c *http.Client) *uploader { return &uploader{send: c.Do} }

func (u *uploader) abort(url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	resp, err := u.send(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusNoContent {
		return errors.New("abort: " + resp.Status)
	}
	return nil
}
