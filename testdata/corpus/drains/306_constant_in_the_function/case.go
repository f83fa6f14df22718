// kind: constant and its comment in the function
// expect: they serve the drain alone: report, all go

package case306

import (
	"errors"
	"io"
	"net/http"
	"strconv"
)

func balance(c *http.Client, account string) (int64, error) {
	resp, err := c.Head("https://bank.example.com/accounts/" + account)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	// Reading a few bytes more keeps the connection.
	const more = 2 << 10
	_, _ = io.CopyN(io.Discard, resp.Body, more) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return 0, errors.New("account " + account + ": " + resp.Status)
	}
	return strconv.ParseInt(resp.Header.Get("X-Balance"), 10, 64)
}
