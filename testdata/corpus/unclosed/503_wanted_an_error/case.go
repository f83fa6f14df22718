// kind: test: the request should fail
// expect: t.Error goes on with the response open, t.Fatal doesn't

package p

import (
	"net/http"
	"testing"
)

func testRefused(t *testing.T, c *http.Client, u string) {
	_, err := c.Get(u) // LEAK
	if err == nil {
		t.Error("want an error")
	}
}

func testRefusedKept(t *testing.T, c *http.Client, u string) {
	resp, err := c.Get(u) // LEAK
	if err == nil {
		t.Errorf("want an error, got %s", resp.Status)
	}
}

func testRefusedFatal(t *testing.T, c *http.Client, u string) {
	if _, err := c.Get(u); err == nil {
		t.Fatal("want an error")
	}
	resp, err := c.Get(u + "/sub")
	if err == nil {
		t.Fatalf("want an error, got %s", resp.Status)
	}
}

func testRefusedClosed(t *testing.T, c *http.Client, u string) {
	resp, err := c.Get(u)
	if err == nil {
		resp.Body.Close()
		t.Error("want an error")
	}
}
