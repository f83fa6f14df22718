// kind: test: one variable for a sequence of requests
// expect: only the last response is closed

package p

import (
	"net/http"
	"net/url"
	"testing"
)

func testLogin(t *testing.T, c *http.Client, base string) {
	resp, err := c.Get(base + "/private") // LEAK
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("before login: %s", resp.Status)
	}
	resp, err = c.PostForm(base+"/login", url.Values{"user": {"u"}}) // LEAK
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Cookies()) == 0 {
		t.Error("no cookie")
	}
	resp, err = c.Get(base + "/private")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("after login: %s", resp.Status)
	}
}
