// kind: the writer is a parameter
// expect: callers may pass more than io.Discard: silent

package case232

import (
	"io"
	"net/http"
)

func dump(w io.Writer, resp *http.Response) {
	_, _ = io.Copy(w, resp.Body)
	resp.Body.Close()
}

func both(c *http.Client, url string, w io.Writer) error {
	for _, path := range []string{"/a", "/b"} {
		resp, err := c.Get(url + path)
		if err != nil {
			return err
		}
		dump(w, resp)
	}
	return nil
}
