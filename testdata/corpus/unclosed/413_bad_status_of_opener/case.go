// kind: function: returns the body
// expect: with a bad status the message is read, the error returned, the body left open

package p

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

type Logs struct {
	Client *http.Client
	Base   *url.URL
}

func (l *Logs) Stream(ctx context.Context, container string, follow bool) (io.ReadCloser, error) {
	u := l.Base.JoinPath("containers", container, "logs")
	u.RawQuery = url.Values{"follow": {fmt.Sprint(follow)}}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.Client.Do(req) // LEAK
	if err != nil {
		return nil, fmt.Errorf("logs of %s: %w", container, err)
	}
	if resp.StatusCode != http.StatusOK {
		msg, err := io.ReadAll(io.LimitReader(resp.Body, 4096))
		if err != nil {
			return nil, fmt.Errorf("logs of %s: %s", container, resp.Status)
		}
		return nil, fmt.Errorf("logs of %s: %s: %s", container, resp.Status, msg)
	}
	return resp.Body, nil
}
