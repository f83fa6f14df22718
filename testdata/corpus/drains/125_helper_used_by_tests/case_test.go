package case125

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestTeapot(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(Teapot))
	defer srv.Close()
	resp, err := http.Get(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer discard(resp) // DRAIN
	if resp.StatusCode != http.StatusTeapot {
		t.Errorf("got %s", resp.Status)
	}
}
