// kind: path: labelled continue
// expect: the jump to the outer loop leaves the shard's body open

package p

import (
	"bufio"
	"net/http"
	"strconv"
)

func Sum(c *http.Client, shards []string) (total int) {
shard:
	for _, u := range shards {
		resp, err := c.Get(u) // LEAK
		if err != nil {
			continue
		}
		sub := 0
		sc := bufio.NewScanner(resp.Body)
		for sc.Scan() {
			n, err := strconv.Atoi(sc.Text())
			if err != nil {
				continue shard // a broken shard doesn't count
			}
			sub += n
		}
		resp.Body.Close()
		total += sub
	}
	return total
}
