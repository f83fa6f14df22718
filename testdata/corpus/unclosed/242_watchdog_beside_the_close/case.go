// kind: owner: a timer that closes as well
// expect: silent: the timer only comes first where reading hangs

package p

import (
	"bufio"
	"net/http"
	"time"
)

func Listen(c *http.Client, u string, idle time.Duration, f func(string)) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	dog := time.AfterFunc(idle, func() { resp.Body.Close() })
	defer dog.Stop()
	sc := bufio.NewScanner(resp.Body)
	for sc.Scan() {
		dog.Reset(idle)
		f(sc.Text())
	}
	return sc.Err()
}
