// kind: test: there must be no response
// expect: silent where nil is an answer: the test has failed if there is one; what fails it for another reason says nothing

package p

import (
	"net/http"
	"testing"
)

type probe struct {
	check func(url string) (*http.Response, error)
}

func testNoProbe(t *testing.T, p probe) {
	resp, err := p.check("http://node")
	if err != nil {
		t.Errorf("can't fail: %v", err)
	}
	if resp != nil {
		t.Error("want no response")
	}
}

// net/http always has a response where there is no error.
func testRefusesAll(t *testing.T, c *http.Client) {
	resp, err := c.Get("http://node") // LEAK
	if err == nil {
		t.Error("want an error")
	}
	if resp != nil {
		t.Error("want no response")
	}
}

func testProbe(t *testing.T, p probe) {
	resp, err := p.check("http://node") // LEAK
	if err != nil {
		t.Fatal(err)
	}
	if resp == nil {
		t.Fatal("want a response")
	}
	if resp.StatusCode != 200 {
		t.Error(resp.Status)
	}
}
