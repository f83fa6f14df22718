// kind: a failed drain is a panic
// expect: panic acts on the error: silent

package case244

import (
	"fmt"
	"io"
	"net/http"
)

// MustWarm is for start-up.
func MustWarm(c *http.Client, url string) {
	resp, err := c.Get(url)
	if err != nil {
		panic(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		panic(fmt.Sprintf("warm %s: %v", url, err))
	}
}
