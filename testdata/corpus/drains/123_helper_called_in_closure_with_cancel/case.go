// kind: helper called in a deferred closure, cancel after it
// expect: the cancel follows the Close, which is harmless: report all, the closure keeps the two calls

package case123

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

func spend(resp *http.Response) { // DRAIN
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

func queue(c *http.Client, url string) (length int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		cancel()
		return 0, err
	}
	resp, err := c.Do(req)
	if err != nil {
		cancel()
		return 0, err
	}
	defer func() {
		spend(resp) // DRAIN
		cancel()
	}()
	err = json.NewDecoder(resp.Body).Decode(&length)
	return length, err
}
