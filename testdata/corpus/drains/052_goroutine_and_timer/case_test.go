package case052

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestStreamStarts(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(Stream))
	defer srv.Close()
	resp, err := srv.Client().Get(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	}()
	select {
	case <-done:
	case <-time.After(100 * time.Millisecond):
	}
}
