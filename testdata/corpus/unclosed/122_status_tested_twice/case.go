// kind: path: correlated status tests
// expect: silent: bad statuses are closed under the first test, good ones under the second

package p

import (
	"encoding/json"
	"io"
	"net/http"
)

type Result struct {
	Problem string
	Items   []string
}

func Query(c *http.Client, u string) (res Result, err error) {
	resp, err := c.Get(u)
	if err != nil {
		return res, err
	}
	if resp.StatusCode != http.StatusOK {
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		res.Problem = string(b)
	}
	if resp.StatusCode == http.StatusOK {
		err = json.NewDecoder(resp.Body).Decode(&res.Items)
		resp.Body.Close()
	}
	return res, err
}
