// kind: two times are subtracted
// expect: the end is taken after the copy: silent

package case224

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

func timeline(c *http.Client, url string) error {
	t0 := time.Now()
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	t1 := time.Now()
	io.Copy(io.Discard, resp.Body)
	t2 := time.Now()
	resp.Body.Close()
	fmt.Printf("headers %v, body %v\n", t1.Sub(t0), t2.Sub(t1))
	return nil
}
