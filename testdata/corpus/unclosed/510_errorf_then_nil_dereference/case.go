// kind: test: t.Errorf on an error, and then the response is used
// expect: silent: with an error there is no response (a nil dereference, no leak)

package p

import (
	"net/http"
	"testing"
)

func testVersion(t *testing.T, c *http.Client, u string) {
	resp, err := c.Get(u)
	if err != nil {
		t.Errorf("get: %v", err)
	}
	defer resp.Body.Close()
	if resp.ProtoMajor != 2 {
		t.Errorf("got %s", resp.Proto)
	}
}
