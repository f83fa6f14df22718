// kind: read loop that counts lines
// expect: the bytes are looked at: silent

package case240

import (
	"bytes"
	"io"
	"net/http"
)

func countLines(c *http.Client, url string) (int, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	lines := 0
	buf := make([]byte, 32<<10)
	for {
		n, err := resp.Body.Read(buf)
		lines += bytes.Count(buf[:n], []byte{'\n'})
		if err == io.EOF {
			return lines, nil
		}
		if err != nil {
			return lines, err
		}
	}
}
