// kind: captured variables: an interface, a function value or a parameter is given the literal that makes the response
// expect: what has the literal's results is taken to run it, and its error to be the literal's

package p

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
)

type retrier interface {
	Do(op func() error) error
}

type breaker[T any] interface {
	Execute(op func() (T, error)) (T, error)
}

type group interface {
	Go(op func() error)
	Wait() error
}

type pool interface{ Submit(job func()) }

func statusByInterface(c *http.Client, u string, r retrier) (int, error) {
	var resp *http.Response
	err := r.Do(func() error {
		var err error
		resp, err = c.Get(u) // LEAK
		return err
	})
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func statusByParameter(c *http.Client, u string, retry func(context.Context, func() error) error) (int, error) {
	var resp *http.Response
	if err := retry(context.Background(), func() (err error) {
		resp, err = c.Get(u) // LEAK
		return err
	}); err != nil {
		return 0, err
	}
	if resp.StatusCode != http.StatusOK {
		return 0, errors.New(resp.Status)
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func closedByInterface(c *http.Client, u string, r retrier) (int, error) {
	var resp *http.Response
	err := r.Do(func() error {
		var err error
		resp, err = c.Get(u)
		return err
	})
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// The literal says no while its response is open, and nobody closes that of the last try.
func lastTry(c *http.Client, u string, r retrier) error {
	var resp *http.Response
	err := r.Do(func() error {
		var err error
		resp, err = c.Get(u) // LEAK
		if err != nil {
			return err
		}
		if resp.StatusCode >= http.StatusInternalServerError {
			return errors.New("again")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func eachTryClosed(c *http.Client, u string, r retrier) (*http.Response, error) {
	var resp *http.Response
	err := r.Do(func() error {
		try, err := c.Get(u)
		if err != nil {
			return err
		}
		if try.StatusCode >= http.StatusInternalServerError {
			try.Body.Close()
			return errors.New("again")
		}
		resp = try
		return nil
	})
	if err != nil {
		return nil, err
	}
	return resp, nil
}

func broken(c *http.Client, u string, b breaker[*http.Response]) (int, error) {
	resp, err := b.Execute(func() (*http.Response, error) { // LEAK
		return c.Get(u)
	})
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func handedOn(c *http.Client, u string, b breaker[*http.Response]) (*http.Response, error) {
	return b.Execute(func() (*http.Response, error) { return c.Get(u) })
}

func boxed(c *http.Client, u string, b breaker[any]) (int, error) {
	v, err := b.Execute(func() (any, error) { return c.Get(u) })
	if err != nil {
		return 0, err
	}
	resp := v.(*http.Response)
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// What keeps a literal for later has no result of it.
func inGroup(c *http.Client, u string, g group) error {
	var resp *http.Response
	g.Go(func() error {
		var err error
		resp, err = c.Get(u)
		return err
	})
	if err := g.Wait(); err != nil {
		return err
	}
	return resp.Body.Close()
}

func inPool(c *http.Client, u string, p pool) error {
	var resp *http.Response
	var err error
	done := make(chan struct{})
	p.Submit(func() {
		defer close(done)
		resp, err = c.Get(u)
	})
	<-done
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func many(c *http.Client, urls []string) {
	var wg sync.WaitGroup
	responses := make([]*http.Response, len(urls))
	for i, u := range urls {
		wg.Go(func() {
			if resp, err := c.Get(u); err == nil {
				responses[i] = resp
			}
		})
	}
	wg.Wait()
	for _, resp := range responses {
		if resp != nil {
			resp.Body.Close()
		}
	}
}

// A pacer's bool says "once more", a poll's "done": from outside nobody can tell.

type pacer interface {
	Call(try func() (bool, error)) error
}

func paced(c *http.Client, u string, p pacer) error {
	var resp *http.Response
	err := p.Call(func() (bool, error) {
		var err error
		resp, err = c.Get(u)
		return err != nil, err
	})
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A variable in a return statement is read after the calls there.

func readAfterTheCall(c *http.Client, u string, r retrier) (*http.Response, error) {
	var resp *http.Response
	return resp, r.Do(func() error {
		var err error
		resp, err = c.Get(u)
		return err
	})
}

func readAfterTheCallNamed(c *http.Client, u string, r retrier) (out *http.Response, err error) {
	var resp *http.Response
	return resp, r.Do(func() error {
		resp, err = c.Get(u)
		return err
	})
}

func readAfterTheCallItself(c *http.Client, u string, r retrier) (resp *http.Response, err error) {
	return resp, r.Do(func() error {
		resp, err = c.Get(u)
		return err
	})
}

func dropped(c *http.Client, u string, r retrier) error {
	resp, err := readAfterTheCall(c, u, r) // LEAK
	if err != nil {
		return err
	}
	fmt.Println(resp.Status)
	return nil
}
