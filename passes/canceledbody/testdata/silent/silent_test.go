package silent

import (
	"context"
	"net/http"
	"testing"
)

func TestOrder(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost", nil)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	cancel()
	resp.Body.Close()
}
