// kind: path: retry loop
// expect: silent: another round starts only where err is set, so there was no response

package p

import (
	"errors"
	"io"
	"log"
	"net/http"
	"time"
)

func Push(c *http.Client, build func() (*http.Request, error)) error {
	var (
		resp *http.Response
		err  error
	)
	for attempt := 1; ; attempt++ {
		req, berr := build()
		if berr != nil {
			return berr
		}
		resp, err = c.Do(req)
		if err == nil || attempt == 4 {
			break
		}
		log.Printf("attempt %d: %v", attempt, err)
		time.Sleep(time.Duration(attempt) * 100 * time.Millisecond)
	}
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		msg, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
		return errors.New(string(msg))
	}
	return nil
}
