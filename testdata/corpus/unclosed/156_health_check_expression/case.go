// kind: path: a boolean is all that remains
// expect: the health check forgets the body

package p

import (
	"context"
	"net/http"
	"time"
)

func Healthy(ctx context.Context, addr string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/healthz", nil)
	if err != nil {
		return false
	}
	resp, err := http.DefaultClient.Do(req) // LEAK
	return err == nil && resp.StatusCode == http.StatusOK
}
