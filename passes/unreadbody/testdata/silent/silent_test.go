package silent

import (
	"net/http"
	"testing"
)

func TestStatus(t *testing.T) {
	resp, err := http.Get("http://localhost")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}
