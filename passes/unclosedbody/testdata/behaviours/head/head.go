// Package head makes HEAD requests, whose responses have no body.
package head

import "net/http"

func signed(method, u, key string) (*http.Request, error) {
	req, err := http.NewRequest(method, u, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", key)
	return req, nil
}

func exists(u string) (bool, error) {
	req, err := signed(http.MethodHead, u, "key")
	if err != nil {
		return false, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false, err
	}
	return resp.StatusCode == 200, nil
}

func existsByGet(u string) (bool, error) {
	req, err := signed(http.MethodGet, u, "key")
	if err != nil {
		return false, err
	}
	resp, err := http.DefaultClient.Do(req) // want `response body of resp is never closed`
	if err != nil {
		return false, err
	}
	return resp.StatusCode == 200, nil
}
