// kind: test: rows of a table say whether the request may succeed
// expect: the response that shouldn't be there stays open; nobody knows the fields of a row

package p

import (
	"net/http"
	"testing"
)

func testAccess(t *testing.T, c *http.Client, base string) {
	for _, row := range []struct {
		path   string
		denied bool
	}{{"/public", false}, {"/private", true}} {
		if row.denied {
			resp, err := c.Get(base + row.path) // LEAK
			if err == nil {
				t.Errorf("%s: %s", row.path, resp.Status)
			}
			continue
		}
		resp, err := c.Get(base + row.path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
}
