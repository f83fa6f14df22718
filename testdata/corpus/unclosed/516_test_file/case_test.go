// kind: test: the leak is in a file that only the test build has
// expect: the test looks at the header and forgets the body

package p

import (
	"net/http"
	"testing"
)

func TestOpen(t *testing.T) {
	resp, err := Open(http.DefaultClient, 1) // LEAK
	if err != nil {
		t.Skip("no server: ", err)
	}
	if resp.Header.Get("Content-Type") != "application/json" {
		t.Errorf("type is %s", resp.Header.Get("Content-Type"))
	}
}

func TestOpenClosed(t *testing.T) {
	resp, err := Open(http.DefaultClient, 2)
	if err != nil {
		t.Skip("no server: ", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatal(resp.Status)
	}
}
