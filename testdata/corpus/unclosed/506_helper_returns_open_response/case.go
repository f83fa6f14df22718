// kind: test: a helper that fails the test or returns an open response
// expect: its callers have to close: one does

package p

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

type server struct{ base string }

func (s *server) post(t *testing.T, path, body string) *http.Response {
	t.Helper()
	resp, err := http.Post(s.base+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatalf("post %s: %v", path, err)
	}
	return resp
}

func testCreate(t *testing.T, s *server) {
	if got := s.post(t, "/items", `{"name":"a"}`).StatusCode; got != http.StatusCreated { // LEAK
		t.Errorf("create: %d", got)
	}
	resp := s.post(t, "/items", `{`) // LEAK
	if resp.StatusCode != http.StatusBadRequest {
		t.Errorf("broken JSON: %d", resp.StatusCode)
	}
}

func testEcho(t *testing.T, s *server) {
	resp := s.post(t, "/echo", `"x"`)
	b, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil || string(b) != `"x"` {
		t.Errorf("echo: %q, %v", b, err)
	}
}
