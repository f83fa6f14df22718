// Package collections has bodies among the elements of slices, arrays and maps.
package collections

import (
	"io"
	"net/http"
)

// A loop over a collection that holds a body isn't passed by.
func inPlace(u string) {
	resp, err := http.Get(u)
	if err != nil {
		return
	}
	for _, c := range []io.Closer{resp.Body} {
		c.Close()
	}
}

func more(u string, n int) {
	resp, err := http.Get(u)
	if err != nil {
		return
	}
	all := []*http.Response{resp}
	for range n {
		r, err := http.Get(u)
		if err != nil {
			break
		}
		all = append(all, r)
	}
	for _, r := range all {
		r.Body.Close()
	}
}

// Nor is it empty.
func checkedForNone(urls []string) {
	var bodies []io.Closer
	for _, u := range urls {
		resp, err := http.Get(u)
		if err != nil {
			continue
		}
		bodies = append(bodies, resp.Body)
	}
	if len(bodies) == 0 {
		return
	}
	for _, b := range bodies {
		b.Close()
	}
}

func checkedForTwo(urls []string) {
	var bodies []io.Closer
	for _, u := range urls {
		resp, err := http.Get(u) // want `not closed when the function returns at line \d+ \(when len\(bodies\) < 2\)`
		if err != nil {
			continue
		}
		bodies = append(bodies, resp.Body)
	}
	if len(bodies) < 2 {
		return
	}
	for _, b := range bodies {
		b.Close()
	}
}

// Another collection says nothing about this body.
func others(u string, closers []io.Closer) int {
	resp, err := http.Get(u) // want `response body of resp is never closed`
	if err != nil {
		return 0
	}
	for _, c := range closers {
		c.Close()
	}
	return resp.StatusCode
}

func functions(u string) error {
	var cleanups []func()
	defer func() {
		for i := len(cleanups) - 1; i >= 0; i-- {
			cleanups[i]()
		}
	}()
	resp, err := http.Get(u)
	if err != nil {
		return err
	}
	cleanups = append(cleanups, func() { resp.Body.Close() })
	return nil
}

func harmless(u string) (int, error) {
	var cleanups []func()
	defer func() {
		for _, f := range cleanups {
			f()
		}
	}()
	resp, err := http.Get(u) // want `response body of resp is never closed`
	if err != nil {
		return 0, err
	}
	cleanups = append(cleanups, func() { println(resp.Status) })
	return resp.StatusCode, nil
}

// A reader with what closes it in a list beside it.
type reader struct {
	io.Reader
	closers []io.Closer
}

func (r *reader) Close() error {
	for _, c := range r.closers {
		c.Close()
	}
	return nil
}

func beside(u string) error {
	resp, err := http.Get(u)
	if err != nil {
		return err
	}
	r := &reader{resp.Body, []io.Closer{resp.Body}}
	return r.Close()
}

// What elements hold further inside is out of sight.
func groups(urls []string) {
	byLength := make(map[int][]*http.Response)
	for _, u := range urls {
		resp, err := http.Get(u)
		if err != nil {
			continue
		}
		byLength[len(u)] = append(byLength[len(u)], resp)
	}
	for _, group := range byLength {
		for _, resp := range group {
			resp.Body.Close()
		}
	}
}

type result struct {
	resp *http.Response
	err  error
}

func results(urls []string) {
	var all []result
	for _, u := range urls {
		resp, err := http.Get(u)
		all = append(all, result{resp, err})
	}
	for _, r := range all {
		if r.err != nil {
			continue
		}
		r.resp.Body.Close()
	}
}

// But nobody looks.
func dropped(urls []string) int {
	var all []result
	for _, u := range urls {
		resp, err := http.Get(u) // want `never closed`
		all = append(all, result{resp, err})
	}
	return len(all)
}
