package tests_test

import (
	"io"
	"net/http"
	"testing"

	"example.com/want/tests"
)

func TestGetFromOutside(t *testing.T) {
	resp, err := tests.Get(http.DefaultClient, "http://localhost/")
	if err != nil {
		t.Skip(err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `^manualdrain: resp\.Body is drained by hand \(io\.Copy\)`
}
