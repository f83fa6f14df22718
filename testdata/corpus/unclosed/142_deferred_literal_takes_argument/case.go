// kind: path: the variable moves on after a deferred literal with a parameter
// expect: silent: the argument is bound where the defer stands

package p

import (
	"log"
	"net/http"
)

func Warm(c *http.Client, first, second string) error {
	resp, err := c.Get(first)
	if err != nil {
		return err
	}
	shut := func(r *http.Response) {
		if err := r.Body.Close(); err != nil {
			log.Print(err)
		}
	}
	defer shut(resp)
	log.Print(resp.Header.Get("Age"))
	resp, err = c.Get(second)
	if err != nil {
		return err
	}
	defer shut(resp)
	log.Print(resp.Header.Get("Age"))
	return nil
}
