// kind: wrapper: a pipe fed by a goroutine
// expect: silent: closing the write end is not the point, the deferred Close of the body is

package p

import (
	"bufio"
	"io"
	"net/http"
	"strings"
)

func Upper(c *http.Client, u string) (io.ReadCloser, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	pr, pw := io.Pipe()
	go func() {
		defer resp.Body.Close()
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			if _, err := io.WriteString(pw, strings.ToUpper(sc.Text())+"\n"); err != nil {
				return
			}
		}
		pw.CloseWithError(sc.Err())
	}()
	return pr, nil
}
