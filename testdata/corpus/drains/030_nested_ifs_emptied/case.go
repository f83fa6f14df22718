// kind: drain as the only statement of nested ifs
// expect: both ifs would be empty, their conditions have no effect: report, both go

package case030

import (
	"errors"
	"io"
	"net/http"
	"net/url"
)

func subscribe(c *http.Client, hub, topic, callback string) error {
	resp, err := c.PostForm(hub, url.Values{
		"hub.mode":     {"subscribe"},
		"hub.topic":    {topic},
		"hub.callback": {callback},
	})
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		if resp.ContentLength != 0 {
			_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		}
	}
	if resp.StatusCode/100 != 2 {
		return errors.New("hub: " + resp.Status)
	}
	return nil
}
