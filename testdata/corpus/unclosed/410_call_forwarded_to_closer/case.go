// kind: helper: takes the (response, error) pair of a call
// expect: silent

package p

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

func slurp(resp *http.Response, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	return io.ReadAll(resp.Body)
}

func into[T any](resp *http.Response, err error) (v T, _ error) {
	b, err := slurp(resp, err)
	if err != nil {
		return v, err
	}
	return v, json.Unmarshal(b, &v)
}

func Motd(c *http.Client) ([]byte, error) { return slurp(c.Get("https://example.org/motd")) }

func Tags(c *http.Client, u string) ([]string, error) { return into[[]string](c.Get(u)) }
