// kind: path: range over a function
// expect: the return inside the loop body comes before the Close

package p

import (
	"errors"
	"iter"
	"net/http"
)

func CheckAll(c *http.Client, links iter.Seq2[string, int]) error {
	for link, want := range links {
		resp, err := c.Get(link) // LEAK
		if err != nil {
			return err
		}
		if resp.StatusCode != want {
			return errors.New(link + ": " + resp.Status)
		}
		resp.Body.Close()
	}
	return nil
}
