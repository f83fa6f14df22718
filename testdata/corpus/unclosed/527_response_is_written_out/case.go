// kind: model: Response.Write closes the body; a generic helper passes a HEAD request on
// expect: silent for both

package p

import (
	"net/http"
	"os"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func Show(u string) error {
	resp, err := http.Get(u)
	if err != nil {
		return err
	}
	return resp.Write(os.Stdout)
}

func Length(c *http.Client, u string) int64 {
	req := must(http.NewRequest(http.MethodHead, u, nil))
	resp, err := c.Do(req)
	if err != nil {
		return 0
	}
	return resp.ContentLength
}

func Answer(c *http.Client, u string) int64 {
	req := must(http.NewRequest(http.MethodGet, u, nil))
	resp, err := c.Do(req) // LEAK
	if err != nil {
		return 0
	}
	return resp.ContentLength
}
