// kind: path: responses collected in a local slice
// expect: silent: both ways out run over what was collected

package p

import (
	"io"
	"net/http"
)

func closeAll(rs []*http.Response) {
	for _, r := range rs {
		_ = r.Body.Close()
	}
}

func Interleave(c *http.Client, urls []string, w io.Writer) error {
	var rs []*http.Response
	for _, u := range urls {
		r, err := c.Get(u)
		if err != nil {
			closeAll(rs)
			return err
		}
		rs = append(rs, r)
	}
	buf := make([]byte, 64)
	for range 10 {
		for _, r := range rs {
			n, _ := r.Body.Read(buf)
			_, _ = w.Write(buf[:n])
		}
	}
	closeAll(rs)
	return nil
}
