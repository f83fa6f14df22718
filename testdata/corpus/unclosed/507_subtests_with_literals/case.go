// kind: test: table tests
// expect: silent: each subtest closes its own, t.Run's literal closes the outer one

package p

import (
	"net/http"
	"testing"
)

func testTable(t *testing.T, c *http.Client, base string) {
	for name, path := range map[string]string{"root": "/", "css": "/main.css"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp, err := c.Get(base + path)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if resp.StatusCode != http.StatusOK {
				t.Error(resp.Status)
			}
		})
	}
}

func testStages(t *testing.T, c *http.Client, u string) {
	resp, err := c.Get(u)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	t.Run("status", func(t *testing.T) {
		if resp.StatusCode != http.StatusOK {
			t.Error(resp.Status)
		}
	})
	t.Run("header", func(t *testing.T) {
		if resp.Header.Get("Server") != "" {
			t.Error("tells its name")
		}
	})
}
