// kind: goroutine: its literal calls another one, which closes
// expect: silent where that one closes, and a leak where it only reads

package p

import (
	"io"
	"log"
	"net/http"
)

func Later(c *http.Client, u string, wait bool) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	finish := func() error {
		_, err := io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		return err
	}
	if !wait {
		go func() {
			if err := finish(); err != nil {
				log.Print(err)
			}
		}()
		return nil
	}
	return finish()
}

func Watched(c *http.Client, u string) error {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return err
	}
	length := func() int64 { return resp.ContentLength }
	go func() {
		log.Print(length())
	}()
	return nil
}
