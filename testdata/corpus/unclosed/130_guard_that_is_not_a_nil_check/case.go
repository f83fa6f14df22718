// kind: path: a guard that proves too little
// expect: a response of unknown length (-1) or length 0 is left open

package p

import (
	"io"
	"net/http"
)

func Grab(c *http.Client, req *http.Request) (b []byte, err error) {
	res, err := c.Do(req) // LEAK
	if res != nil && res.ContentLength > 0 {
		defer res.Body.Close()
		b = make([]byte, res.ContentLength)
		_, err = io.ReadFull(res.Body, b)
	}
	return b, err
}
