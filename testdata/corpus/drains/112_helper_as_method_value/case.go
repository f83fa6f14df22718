// kind: helper method that is passed as a method value
// expect: it can't go: report it, only its drain goes

package case112

import (
	"errors"
	"io"
	"net/http"
)

type pool struct {
	client *http.Client
	spent  int
}

func (p *pool) recycle(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}

// with calls f and hands the response to done afterwards.
func with(c *http.Client, url string, done func(*http.Response), f func(*http.Response) error) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer done(resp)
	return f(resp)
}

func (p *pool) alive(url string) error {
	p.spent++
	return with(p.client, url, p.recycle, func(resp *http.Response) error {
		if resp.StatusCode != http.StatusOK {
			return errors.New(resp.Status)
		}
		return nil
	})
}
