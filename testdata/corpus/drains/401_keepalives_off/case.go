// kind: client with keep-alives off
// expect: the drain can never help: report, the line goes

package case401

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// once is for hosts that we talk to once a day.
var once = &http.Client{
	Timeout:   time.Minute,
	Transport: &http.Transport{DisableKeepAlives: true},
}

func renew(url string) error {
	resp, err := once.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return errors.New("not renewed")
	}
	return nil
}
