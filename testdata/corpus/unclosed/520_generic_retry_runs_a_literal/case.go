// kind: generics: a retry helper of unknown code returns what a literal returns
// expect: it leaves open what the literal leaves open, and no more

package p

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"unclosedcorpus/520_generic_retry_runs_a_literal/again"
)

type api struct{ c *http.Client }

// fetch decodes the answer, and then closes it, if somebody wants it decoded.
func (a *api) fetch(ctx context.Context, u string, into any) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.c.Do(req)
	if err != nil {
		return nil, err
	}
	if into != nil {
		defer resp.Body.Close()
		raw, err := io.ReadAll(resp.Body)
		if err != nil {
			return resp, err
		}
		return resp, json.Unmarshal(raw, into)
	}
	return resp, nil
}

func (a *api) retried(ctx context.Context, u string, into any) (*http.Response, error) {
	once := func() (*http.Response, error) {
		resp, err := a.fetch(ctx, u, into)
		if err != nil && resp == nil {
			return nil, errors.Join(errors.New("no answer"), err)
		}
		return resp, err
	}
	return again.Do(ctx, once)
}

func (a *api) Size(ctx context.Context, u string) (int64, error) {
	var v map[string]any
	resp, err := a.retried(ctx, u, &v)
	if err != nil {
		return 0, err
	}
	return resp.ContentLength, nil
}

func (a *api) Status(ctx context.Context, u string) (int, error) {
	resp, err := again.Do(ctx, func() (*http.Response, error) { // LEAK
		return a.c.Get(u)
	})
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
