// kind: exported helper over io.ReadCloser, its calls in sight are responses
// expect: other modules may call it: report all, only its drain goes, the call stays

package case115

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
)

// CloseBody is what users of this package call on the bodies that it hands out.
func CloseBody(body io.ReadCloser) { // DRAIN
	_, _ = io.Copy(io.Discard, body)
	_ = body.Close()
}

type Registry struct {
	Client *http.Client
	URL    string
}

func (r *Registry) get(ctx context.Context, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL+path, nil)
	if err != nil {
		return nil, err
	}
	return r.Client.Do(req)
}

func (r *Registry) Tags(ctx context.Context, repo string) ([]string, error) {
	resp, err := r.get(ctx, "/"+repo+"/tags")
	if err != nil {
		return nil, err
	}
	defer CloseBody(resp.Body) // DRAIN
	var v struct{ Tags []string }
	err = json.NewDecoder(resp.Body).Decode(&v)
	return v.Tags, err
}
