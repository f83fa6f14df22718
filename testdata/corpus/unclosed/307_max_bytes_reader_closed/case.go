// kind: wrapper: http.MaxBytesReader
// expect: silent: its Close closes what it wraps

package p

import (
	"encoding/json"
	"io"
	"net/http"
)

func Load(c *http.Client, u string, v any) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	body := http.MaxBytesReader(nil, resp.Body, 1<<20)
	defer body.Close()
	return json.NewDecoder(body).Decode(v)
}

func Read(c *http.Client, u string) ([]byte, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	resp.Body = http.MaxBytesReader(nil, resp.Body, 1<<20)
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func Open(c *http.Client, u string) (io.ReadCloser, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	return http.MaxBytesReader(nil, resp.Body, 1<<20), nil
}
