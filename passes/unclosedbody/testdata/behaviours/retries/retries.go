// Package retries uses clients of other modules that try again.
package retries

import (
	"net/http"

	"github.com/projectdiscovery/retryablehttp-go"
	"github.com/sethgrid/pester"
)

func policy(c *retryablehttp.Client, url string) (int, error) {
	resp, err := c.Get(url) // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func policyDo(c *retryablehttp.Client, req *http.Request) (int, error) {
	resp, err := c.Do(req) // want `response body of resp is not closed when the function returns at line`
	if err != nil {
		return 0, err
	}
	if resp.StatusCode >= 300 {
		return resp.StatusCode, nil
	}
	return resp.StatusCode, resp.Body.Close()
}

func policyHead(c *retryablehttp.Client, url string) (int, error) {
	resp, err := c.Head(url)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func throughChannel(url string) (int, error) {
	resp, err := pester.Get(url) // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func throughChannelClosed(c *pester.Client, url string) (int, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}
