// Package retryablehttp has the shapes of the real one: the policy decides what becomes of
// a response.
package retryablehttp

import "net/http"

type Client struct {
	HTTPClient *http.Client
	CheckRetry func(resp *http.Response, err error) (bool, error)
}

func (c *Client) Get(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func (c *Client) Head(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodHead, url, nil)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}

func (c *Client) Do(req *http.Request) (*http.Response, error) {
	for {
		resp, err := c.HTTPClient.Do(req)
		if again, err := c.CheckRetry(resp, err); !again {
			return resp, err
		}
	}
}
