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

// A request that should fail leaves nothing open as long as the test is right.
func TestFails(t *testing.T) {
	if _, err := http.Get("http://localhost:1"); err == nil {
		t.Error("there was an answer")
	}
	resp, err := http.Get("http://localhost:2")
	if err != nil {
		return
	}
	t.Errorf("unexpected response: %s", resp.Status)
}

func TestGivesNone(t *testing.T) {
	resp, err := http.Get("http://localhost:1")
	if err == nil || err.Error() == "" {
		println("no error")
	}
	if resp != nil {
		t.Errorf("unexpected response: %s", resp.Status)
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
