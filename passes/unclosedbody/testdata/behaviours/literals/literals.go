// Package literals has bodies that a function literal opens.
package literals

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/cenkalti/backoff"
	"k8s.io/apimachinery/pkg/util/wait"
)

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

// What runs a literal makes what it opens the caller's.
func once(u string) (int, error) {
	var (
		do   sync.Once
		resp *http.Response
		err  error
	)
	do.Do(func() { resp, err = http.Get(u) }) // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func onceClosed(u string) (int, error) {
	var (
		do   sync.Once
		resp *http.Response
		err  error
	)
	do.Do(func() { resp, err = http.Get(u) })
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func retried(u string) (int, error) {
	var resp *http.Response
	err := backoff.Retry(func() (err error) {
		resp, err = http.Get(u) // want `response body of resp is never closed`
		return err
	})
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func retriedClosed(u string) (int, error) {
	var resp *http.Response
	err := backoff.Retry(func() (err error) {
		resp, err = http.Get(u)
		return err
	})
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// The response of a try that isn't good enough is left open.
func retriedByStatus(u string) (int, error) {
	var resp *http.Response
	err := backoff.Retry(func() (err error) {
		resp, err = http.Get(u) // want `response body of resp is not closed when the function returns at line \d+ \(when err != nil\)`
		if err == nil && resp.StatusCode >= 500 {
			return errors.New(resp.Status)
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func polled(u string) (int, error) {
	var resp *http.Response
	err := wait.PollUntilContextTimeout(context.Background(), 1, 2, true, func(ctx context.Context) (bool, error) {
		r, err := http.Get(u)
		if err != nil {
			return false, nil
		}
		resp = r
		return true, nil
	})
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}
