// kind: owner: functions that take func() error
// expect: silent: deferred helper, list of cleanups, and a helper that joins errors

package p

import (
	"errors"
	"io"
	"log"
	"net/http"
)

func logged(what string, f func() error) {
	if err := f(); err != nil {
		log.Printf("%s: %v", what, err)
	}
}

func joined(err *error, f func() error) { *err = errors.Join(*err, f()) }

func One(c *http.Client, u string) ([]byte, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	defer logged("close "+u, resp.Body.Close)
	return io.ReadAll(resp.Body)
}

func Two(c *http.Client, u string) (b []byte, err error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	defer joined(&err, resp.Body.Close)
	return io.ReadAll(resp.Body)
}

func Many(c *http.Client, urls []string) (total int64, err error) {
	var cleanups []func() error
	defer func() {
		for i := len(cleanups) - 1; i >= 0; i-- {
			err = errors.Join(err, cleanups[i]())
		}
	}()
	for _, u := range urls {
		resp, err := c.Get(u)
		if err != nil {
			return total, err
		}
		cleanups = append(cleanups, resp.Body.Close)
		total += resp.ContentLength
	}
	return total, nil
}
