// kind: client whose transport lets a helper put a body that counts in the place of the response's
// expect: not net/http's transport: silent

package case336

import (
	"io"
	"log"
	"net/http"
)

type metered struct{ next http.RoundTripper }

func (m *metered) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := m.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	count(resp)
	return resp, nil
}

func count(resp *http.Response) {
	resp.Body = &counted{ReadCloser: resp.Body, status: resp.Status}
}

type counted struct {
	io.ReadCloser
	status string
	n      int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n += n
	if err == io.EOF {
		log.Printf("%s: %d bytes", c.status, c.n)
	}
	return n, err
}

type ledger struct{ client *http.Client }

func newLedger() *ledger {
	return &ledger{client: &http.Client{Transport: &metered{next: http.DefaultTransport}}}
}

func (l *ledger) book(url string) error {
	resp, err := l.client.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return nil
}
