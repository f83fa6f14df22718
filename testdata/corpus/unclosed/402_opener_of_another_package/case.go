// kind: function: one of another package returns an open ReadCloser
// expect: a blob over the limit returns before the defer

package p

import (
	"errors"
	"io"
	"net/http"

	"unclosedcorpus/402_opener_of_another_package/blob"
)

var ErrTooBig = errors.New("too big")

func Fetch(u string, limit int64) ([]byte, error) {
	rc, size, err := blob.Open(http.DefaultClient, u) // LEAK
	if err != nil {
		return nil, err
	}
	if size > limit {
		return nil, ErrTooBig
	}
	defer rc.Close()
	return io.ReadAll(io.LimitReader(rc, limit))
}

func Copy(u string, w io.Writer) (n int64, err error) {
	if !blob.Exists(http.DefaultClient, u) {
		return 0, nil
	}
	rc, _, err := blob.Open(http.DefaultClient, u)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(w, rc)
	return n, errors.Join(err, rc.Close())
}
