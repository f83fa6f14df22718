// kind: copy into a null writer of one's own
// expect: a writer of one's own takes part: silent

package case212

import (
	"io"
	"net/http"
	"time"
)

// A sink throws bytes away, at most so many in a second.
type sink struct{ perSecond int }

func (s sink) Write(p []byte) (int, error) {
	time.Sleep(time.Second * time.Duration(len(p)) / time.Duration(s.perSecond))
	return len(p), nil
}

// slowReader keeps a server busy the way a bad line does.
func slowReader(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(sink{perSecond: 1000}, resp.Body)
	return nil
}
