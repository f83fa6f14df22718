package case052

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestGone(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(Gone))
	defer srv.Close()
	resp, err := srv.Client().Get(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusGone {
		t.Error(resp.Status)
	}
	// Drain, but not for ever.
	done := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}
