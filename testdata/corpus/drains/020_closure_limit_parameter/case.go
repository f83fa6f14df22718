// kind: deferred closure with a parameter for the cap
// expect: the parameter serves the drain alone: report, the closure becomes defer Close

package case020

import (
	"errors"
	"io"
	"net/http"
	"time"
)

func stamp(c *http.Client, url string) (time.Time, error) {
	resp, err := c.Head(url)
	if err != nil {
		return time.Time{}, err
	}
	defer func(most int64) {
		io.CopyN(io.Discard, resp.Body, most) // DRAIN
		resp.Body.Close()
	}(1 << 12)
	at, err := http.ParseTime(resp.Header.Get("Last-Modified"))
	if err != nil {
		return time.Time{}, errors.Join(errors.New("no usable date"), err)
	}
	return at, nil
}
