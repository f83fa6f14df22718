package holes

import (
	"io"
	"net/http"
	"testing"
)

func TestStatus(t *testing.T) {
	resp, err := http.Get("http://localhost/")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `no automatic fix: test files are left to people$`
}
