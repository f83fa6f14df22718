// kind: owner: closures that are returned
// expect: the only thing returned is a function that scans

package p

import (
	"bufio"
	"net/http"
)

func NextLine(c *http.Client, u string) (func() (string, error), error) {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return nil, err
	}
	sc := bufio.NewScanner(resp.Body)
	return func() (string, error) {
		if !sc.Scan() {
			return "", sc.Err()
		}
		return sc.Text(), nil
	}, nil
}
