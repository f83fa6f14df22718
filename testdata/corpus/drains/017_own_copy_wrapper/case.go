// kind: in place, Copy through a wrapper of one's own
// expect: copyPooled is io.Copy with a pooled buffer: its call with io.Discard is a drain, its other call is not

package case017

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
)

var buffers = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}

// copyPooled is io.Copy with a buffer from the pool.
func copyPooled(dst io.Writer, src io.Reader) (int64, error) {
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	return io.CopyBuffer(dst, src, *b)
}

func push(c *http.Client, url string, f *os.File) error {
	pr, pw := io.Pipe()
	go func() {
		_, err := copyPooled(pw, f)
		pw.CloseWithError(err)
	}()
	resp, err := c.Post(url, "application/octet-stream", pr)
	if err != nil {
		return err
	}
	defer func() {
		copyPooled(io.Discard, resp.Body) // DRAIN
		resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("push: %s", resp.Status)
	}
	return nil
}
