// kind: owner: the body goes on as the body of another request
// expect: silent: the second call closes what it sends, the second response is closed here

package p

import (
	"errors"
	"net/http"
)

// Copy streams from one bucket to the other.
func Copy(c *http.Client, from, to string) error {
	src, err := c.Get(from)
	if err != nil {
		return err
	}
	if src.StatusCode != http.StatusOK {
		src.Body.Close()
		return errors.New("source: " + src.Status)
	}
	dst, err := c.Post(to, src.Header.Get("Content-Type"), src.Body)
	if err != nil {
		return err
	}
	defer dst.Body.Close()
	if dst.StatusCode >= 300 {
		return errors.New("target: " + dst.Status)
	}
	return nil
}

func Forward(c *http.Client, from string, put *http.Request) error {
	src, err := c.Get(from)
	if err != nil {
		return err
	}
	put.Body = src.Body
	put.ContentLength = src.ContentLength
	dst, err := c.Do(put)
	if err != nil {
		return err
	}
	return dst.Body.Close()
}
