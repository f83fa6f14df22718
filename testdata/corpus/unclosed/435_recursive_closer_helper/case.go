// kind: function: a helper of another package that calls itself with the closer
// expect: silent: it closes

package p

import (
	"net/http"

	"unclosedcorpus/435_recursive_closer_helper/closers"
)

func Ping(c *http.Client, u string) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	return closers.Retry(resp.Body, 3)
}
