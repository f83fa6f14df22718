// kind: copy into a writer that counts
// expect: the count is wanted: silent

package case211

import (
	"io"
	"net/http"
)

// A meter counts what is written to it and keeps nothing.
type meter int64

func (m *meter) Write(p []byte) (int, error) {
	*m += meter(len(p))
	return len(p), nil
}

func weigh(c *http.Client, url string) (int64, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var m meter
	io.Copy(&m, resp.Body)
	return int64(m), nil
}
