// kind: owner: a call de-duplicator that returns any
// expect: silent: the literal returns the response, the caller asserts and closes it

package p

import (
	"io"
	"net/http"
	"sync"
)

type flight struct {
	mu sync.Mutex
}

func (f *flight) do(key string, fn func() (any, error)) (any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return fn()
}

func (f *flight) Get(u string) ([]byte, error) {
	v, err := f.do(u, func() (any, error) { return http.Get(u) })
	if err != nil {
		return nil, err
	}
	resp := v.(*http.Response)
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
