// kind: deferred closure with the body as its parameter
// expect: the argument binds at once just as defer Close does: report, the closure becomes defer Close

package case019

import (
	"encoding/csv"
	"io"
	"net/http"
)

func rates(c *http.Client, day string) ([][]string, error) {
	resp, err := c.Get("https://bank.example.org/rates/" + day + ".csv")
	if err != nil {
		return nil, err
	}
	defer func(body io.ReadCloser) {
		_, _ = io.Copy(io.Discard, body) // DRAIN
		body.Close()
	}(resp.Body)
	r := csv.NewReader(resp.Body)
	r.Comma = ';'
	return r.ReadAll()
}
