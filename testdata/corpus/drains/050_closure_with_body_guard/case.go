// kind: deferred closure with a guard on the body, response of a RoundTripper
// expect: an interface may give no body: report, only the drain goes, the guard stays

package case050

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
)

// A Cluster asks its nodes through whatever transport it is given.
type Cluster struct {
	Transport http.RoundTripper
	Node      string
}

func (c *Cluster) Peers(ctx context.Context) (peers []string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.Node+"/_peers", nil)
	if err != nil {
		return nil, err
	}
	res, err := c.Transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer func() {
		if res.Body != nil {
			_, _ = io.Copy(io.Discard, res.Body) // DRAIN
			_ = res.Body.Close()
		}
	}()
	err = json.NewDecoder(res.Body).Decode(&peers)
	return peers, err
}
