// Package literals has bodies that a function literal opens.
package literals

import "net/http"

// One body gets one report, at the call that has a variable for it.
func returned(u string) (int, error) {
	get := func() (*http.Response, error) {
		return http.Get(u)
	}
	resp, err := get() // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func run(f func() (*http.Response, error)) (*http.Response, error) { return f() }

func handedIn(u string) (int, error) {
	resp, err := run(func() (*http.Response, error) { // want `response body of resp is never closed`
		return http.Get(u)
	})
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func twice(u string) (int, error) {
	get := func() (*http.Response, error) { return http.Get(u) }
	a, err := get() // want `response body of a is never closed`
	if err != nil {
		return 0, err
	}
	b, err := get() // want `response body of b is never closed`
	if err != nil {
		return 0, err
	}
	return a.StatusCode + b.StatusCode, nil
}

func stored(u string) (int, error) {
	var resp *http.Response
	get := func() (err error) {
		resp, err = http.Get(u) // want `response body of resp is never closed`
		return err
	}
	if err := get(); err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
