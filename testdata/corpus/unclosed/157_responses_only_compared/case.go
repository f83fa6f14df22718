// kind: path: compared and logged
// expect: both bodies stay open, formatting a response closes nothing

package p

import (
	"log"
	"net/http"
)

func Differ(c *http.Client, a, b string) (bool, error) {
	ra, err := c.Get(a) // LEAK
	if err != nil {
		return false, err
	}
	rb, err := c.Get(b) // LEAK
	if err != nil {
		return false, err
	}
	log.Printf("%v / %v", ra.Header, rb.Header)
	return ra.StatusCode != rb.StatusCode || ra.ContentLength != rb.ContentLength, nil
}

func Trace(c *http.Client, u string) error {
	resp, err := c.Get(u) // LEAK
	if err == nil {
		log.Printf("answer: %+v", resp)
	}
	return err
}
