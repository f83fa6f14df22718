// kind: drains that can never help, in a module of go 1.26
// expect: true on every Go version: report, the lines go

package case404

import (
	"errors"
	"io"
	"net/http"
)

type agent struct{ client *http.Client }

func newAgent() *agent {
	return &agent{client: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
}

func (a *agent) report(url string) error {
	resp, err := a.client.Post(url, "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

func farewell(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	req.Close = true
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	return resp.Body.Close()
}
