// kind: owner: the function that is an iterator
// expect: silent: the request is made when the loop starts, the defer runs when it ends

package p

import (
	"bufio"
	"iter"
	"net/http"
)

func Words(c *http.Client, u string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		resp, err := c.Get(u)
		if err != nil {
			yield("", err)
			return
		}
		defer resp.Body.Close()
		sc := bufio.NewScanner(resp.Body)
		sc.Split(bufio.ScanWords)
		for sc.Scan() {
			if !yield(sc.Text(), nil) {
				return
			}
		}
		if err := sc.Err(); err != nil {
			yield("", err)
		}
	}
}
