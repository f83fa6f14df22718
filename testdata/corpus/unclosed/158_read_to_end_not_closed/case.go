// kind: path: read to EOF
// expect: the body is read but nothing closes it

package p

import (
	"encoding/xml"
	"io"
	"net/http"
)

type Feed struct {
	Items []struct {
		Title string `xml:"title"`
	} `xml:"channel>item"`
}

func Read(c *http.Client, u string) (*Feed, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	f := new(Feed)
	return f, xml.Unmarshal(raw, f)
}
