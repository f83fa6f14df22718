// kind: ReadAll of which only the length is used
// expect: the length is wanted: silent

package case242

import (
	"fmt"
	"io"
	"net/http"
)

func sizes(c *http.Client, urls ...string) error {
	for _, u := range urls {
		resp, err := c.Get(u)
		if err != nil {
			return err
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		fmt.Printf("%8d %s\n", len(b), u)
	}
	return nil
}
