// kind: function: a response from a cache or from the network
// expect: silent: only the one from the network goes through the Close

package p

import (
	"bytes"
	"io"
	"net/http"
	"sync"
)

type Cache struct {
	mu   sync.Mutex
	data map[string][]byte
}

func (c *Cache) Get(hc *http.Client, u string) (io.Reader, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if b, ok := c.data[u]; ok {
		return bytes.NewReader(b), nil
	}
	resp, err := hc.Get(u)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(resp.Body)
	if cerr := resp.Body.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, err
	}
	c.data[u] = b
	return bytes.NewReader(b), nil
}
