// kind: in place, Copy of a LimitedReader literal
// expect: same drain spelt with the struct: report, the line goes

package case005

import (
	"errors"
	"io"
	"net/http"
)

var errNoQuota = errors.New("no quota left")

func reserve(doer *http.Client, req *http.Request) error {
	resp, err := doer.Do(req)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, &io.LimitedReader{R: resp.Body, N: 1 << 14}) // DRAIN
	resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK, http.StatusCreated:
		return nil
	case http.StatusTooManyRequests:
		return errNoQuota
	}
	return errors.New(resp.Status)
}
