// kind: in place, endless read loop that breaks at any error
// expect: report at the loop, loop and buffer go

package case016

import (
	"fmt"
	"net/http"
	"strconv"
)

func size(c *http.Client, url string) (int64, error) {
	resp, err := c.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		var sink [256]byte
		for { // DRAIN
			if _, err := resp.Body.Read(sink[:]); err != nil {
				break
			}
		}
		return 0, fmt.Errorf("size: %s", resp.Status)
	}
	return strconv.ParseInt(resp.Header.Get("X-Real-Size"), 10, 64)
}
