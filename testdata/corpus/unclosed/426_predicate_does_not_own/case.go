// kind: helper: functions that only look at the response
// expect: nobody closes: the predicate and the logger of this package do nothing to the body

package p

import (
	"errors"
	"log"
	"net/http"
)

func temporary(resp *http.Response) bool {
	return resp.StatusCode == http.StatusBadGateway || resp.StatusCode == http.StatusServiceUnavailable
}

func note(resp *http.Response) *http.Response {
	log.Print(resp.Request.URL, " ", resp.Status)
	return resp
}

func Reload(c *http.Client, u string) error {
	resp, err := c.Post(u, "", nil) // LEAK
	if err != nil {
		return err
	}
	if temporary(note(resp)) {
		return errors.New("try later")
	}
	return nil
}

func ReloadClosed(c *http.Client, u string) error {
	resp, err := c.Post(u, "", nil)
	if err != nil {
		return err
	}
	defer note(resp).Body.Close()
	if temporary(resp) {
		return errors.New("try later")
	}
	return nil
}
