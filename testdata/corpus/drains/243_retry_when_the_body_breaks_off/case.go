// kind: a broken body is a reason to try again
// expect: the loop acts on the error: silent

package case243

import (
	"errors"
	"io"
	"net/http"
	"time"
)

func stubborn(c *http.Client, url string) error {
	for i := range 5 {
		resp, err := c.Get(url)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if err == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * time.Second)
	}
	return errors.New("never complete")
}
