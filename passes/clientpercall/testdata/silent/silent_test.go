package silent

import (
	"net/http"
	"testing"
)

func TestGet(t *testing.T) {
	c := &http.Client{Transport: &http.Transport{}}
	resp, err := c.Get("http://localhost")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}
