// kind: function: a generic retry that returns what its callback returned
// expect: Code leaves the response open, Length closes it

package p

import "net/http"

func attempt[T any](n int, f func() (T, error)) (v T, err error) {
	for range n {
		if v, err = f(); err == nil {
			break
		}
	}
	return v, err
}

func Code(c *http.Client, u string) (int, error) {
	resp, err := attempt(3, func() (*http.Response, error) { return c.Get(u) }) // LEAK
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func Length(c *http.Client, u string) (int64, error) {
	resp, err := attempt(3, func() (*http.Response, error) { return c.Get(u) })
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.ContentLength, nil
}
