// kind: owner: sync.OnceFunc and sync.OnceValue round the Close
// expect: silent: deferred and called early, or returned

package p

import (
	"io"
	"net/http"
	"sync"
)

func Ask(c *http.Client, u string, answer func(io.Reader) error, log func()) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	hangUp := sync.OnceFunc(func() { _ = resp.Body.Close() })
	defer hangUp()
	if err := answer(resp.Body); err != nil {
		return err
	}
	hangUp() // the log may take long
	log()
	return nil
}

func Open(c *http.Client, u string) (io.Reader, func() error, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, nil, err
	}
	return resp.Body, sync.OnceValue(resp.Body.Close), nil
}
