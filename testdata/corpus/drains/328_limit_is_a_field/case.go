// kind: cap kept in a field of the client
// expect: report, the drain goes, the field stays

package case328

import (
	"fmt"
	"io"
	"net/http"
)

// An Options value configures a Fetcher.
type Options struct {
	DrainLimit int64
	Header     http.Header
}

type Fetcher struct {
	Client *http.Client
	Options
}

func (f *Fetcher) Modified(url, since string) (bool, error) {
	req, err := http.NewRequest(http.MethodHead, url, nil)
	if err != nil {
		return false, err
	}
	req.Header = f.Header.Clone()
	req.Header.Set("If-Modified-Since", since)
	resp, err := f.Client.Do(req)
	if err != nil {
		return false, fmt.Errorf("modified: %w", err)
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, f.DrainLimit) // DRAIN
	return resp.StatusCode != http.StatusNotModified, nil
}
