// kind: path: break instead of return
// expect: silent, every way out of the loop passes the Close

package p

import (
	"bufio"
	"net/http"
	"strings"
)

func Checksum(c *http.Client, sums, name string) (sum string, err error) {
	resp, err := c.Get(sums)
	if err != nil {
		return "", err
	}
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		hash, file, ok := strings.Cut(sc.Text(), "  ")
		if !ok {
			continue
		}
		if file == name {
			sum = hash
			break
		}
	}
	err = sc.Err()
	resp.Body.Close()
	return sum, err
}
