// kind: in place, LimitedReader in a variable
// expect: the variable serves the drain alone: report, both lines go

package case006

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
)

type feed struct {
	Title string `xml:"channel>title"`
}

func readFeed(c *http.Client, url string) (*feed, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	f := new(feed)
	if err := xml.NewDecoder(resp.Body).Decode(f); err != nil {
		return nil, fmt.Errorf("feed %s: %w", url, err)
	}
	rest := io.LimitedReader{R: resp.Body, N: 4096}
	io.Copy(io.Discard, &rest) // DRAIN
	return f, nil
}
