// kind: functions called drain that drain something else
// expect: names prove nothing: silent

package case247

import (
	"io"
	"net/http"
	"strings"
)

type backlog struct{ jobs chan string }

func (b *backlog) drain() {
	for {
		select {
		case <-b.jobs:
		default:
			return
		}
	}
}

// discard is told what to leave out.
func discard(resp *http.Response, words ...string) (string, error) {
	all, err := io.ReadAll(resp.Body)
	text := string(all)
	for _, w := range words {
		text = strings.ReplaceAll(text, w, "")
	}
	return text, err
}

func (b *backlog) refill(c *http.Client, url string) error {
	b.drain()
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := discard(resp, "\r")
	for job := range strings.SplitSeq(text, "\n") {
		b.jobs <- job
	}
	return err
}
