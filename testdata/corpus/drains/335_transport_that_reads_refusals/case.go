// kind: client whose transport reads and closes the body of a refusal, and hands on all others as they are
// expect: drain reported and removed

package case335

import (
	"fmt"
	"io"
	"net/http"
)

type refusals struct{ next http.RoundTripper }

func (r *refusals) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusUnavailableForLegalReasons {
		return nil, refusal(resp)
	}
	return resp, nil
}

func refusal(resp *http.Response) error {
	defer resp.Body.Close()
	why, err := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
	if err != nil {
		return err
	}
	return fmt.Errorf("refused: %s", why)
}

type ledger struct{ client *http.Client }

func newLedger() *ledger {
	return &ledger{client: &http.Client{Transport: &refusals{next: http.DefaultTransport}}}
}

func (l *ledger) book(url string) error {
	resp, err := l.client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	return nil
}
