package tests

import (
	"io"
	"net/http"
	"testing"
)

func TestGet(t *testing.T) {
	resp, err := Get(http.DefaultClient, "http://localhost/")
	if err != nil {
		t.Skip(err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `^manualdrain: resp\.Body is drained by hand \(io\.Copy\)`
}
