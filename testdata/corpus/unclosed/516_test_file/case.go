// kind: test: the leak is in a file that only the test build has
// expect: silent here: Open returns the response to its caller

package p

import (
	"fmt"
	"net/http"
)

// Open returns the report of the day; the caller closes its body.
func Open(c *http.Client, day int) (*http.Response, error) {
	return c.Get(fmt.Sprintf("http://localhost:8080/reports/%d", day))
}
