// kind: owner: the cleanup function that is returned
// expect: silent: the caller runs it

package p

import (
	"bufio"
	"io"
	"log"
	"net/http"
)

func dial(c *http.Client, u string) (io.Reader, func(), error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, func() {}, err
	}
	return bufio.NewReader(resp.Body), func() {
		if err := resp.Body.Close(); err != nil {
			log.Print(err)
		}
	}, nil
}

func Dump(c *http.Client, u string, w io.Writer) error {
	r, done, err := dial(c, u)
	if err != nil {
		return err
	}
	defer done()
	_, err = io.Copy(w, r)
	return err
}
