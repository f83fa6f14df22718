// Package pester has the shapes of the real one: the response comes through a channel.
package pester

import "net/http"

type Client struct{ hc *http.Client }

type result struct {
	resp *http.Response
	err  error
}

func (c *Client) Get(url string) (*http.Response, error) {
	results := make(chan result)
	go func() {
		resp, err := c.hc.Get(url)
		results <- result{resp, err}
	}()
	r := <-results
	return r.resp, r.err
}

func Get(url string) (*http.Response, error) { return new(Client).Get(url) }
