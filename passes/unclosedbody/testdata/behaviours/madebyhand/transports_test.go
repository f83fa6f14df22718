package madebyhand

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestService(t *testing.T) {
	s := newService(&http.Client{Transport: &canned{200}})
	resp, err := s.get("http://localhost")
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 200 {
		t.Error(resp.Status)
	}
}

func TestServer(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	resp, err := http.Get(srv.URL) // want `response body of resp is never closed`
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 404 {
		t.Error(resp.Status)
	}
}

func TestOtherwiseWrong(t *testing.T) {
	resp, err := http.Get("http://localhost") // want `when resp.StatusCode != 200`
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 200 {
		t.Error(resp.Status)
		return
	}
	resp.Body.Close()
}
