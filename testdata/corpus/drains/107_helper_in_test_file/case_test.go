package case107

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func finish(resp *http.Response, logf func(string, ...any), format string, args ...any) { // DRAIN
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		logf(format, args...)
	}
	if err := resp.Body.Close(); err != nil {
		logf(format, args...)
	}
}

func TestHandler(t *testing.T) {
	srv := httptest.NewServer(Handler())
	defer srv.Close()
	for _, path := range []string{"/a", "/b"} {
		t.Run(path, func(t *testing.T) {
			resp, err := srv.Client().Get(srv.URL + path)
			if err != nil {
				t.Fatal(err)
			}
			defer finish(resp, t.Logf, "finish %s", path) // DRAIN
			if resp.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", path, resp.Status)
			}
		})
	}
}

func TestMissing(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(srv.Close)
	resp, err := http.Get(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body) // DRAIN
	resp.Body.Close()
	if resp.StatusCode != http.StatusNotFound {
		t.Error(resp.Status)
	}
}
