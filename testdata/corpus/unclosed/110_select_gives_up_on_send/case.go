// kind: path: select with a send and a cancellation
// expect: where the context wins nobody receives the response

package p

import (
	"context"
	"net/http"
)

type Fetcher struct {
	Client *http.Client
	Out    chan<- *http.Response
}

func (f *Fetcher) Fetch(ctx context.Context, u string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := f.Client.Do(req) // LEAK
	if err != nil {
		return err
	}
	select {
	case f.Out <- resp:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
