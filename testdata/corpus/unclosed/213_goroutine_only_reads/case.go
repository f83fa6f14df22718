// kind: owner: a goroutine that reads to the end
// expect: nothing in it closes

package p

import (
	"bufio"
	"net/http"
)

func Lines(c *http.Client, u string) (<-chan string, error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	out := make(chan string, 16)
	go func() {
		defer close(out)
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			out <- sc.Text()
		}
	}()
	return out, nil
}
