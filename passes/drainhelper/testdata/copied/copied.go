// Package copied drains with another package's functions.
package copied

import (
	"net/http"

	"x/copying"
)

func finish(resp *http.Response) { // want `finish exists to drain`
	defer resp.Body.Close()
	copying.Skip(resp.Body)
}

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer finish(resp) // want `finish drains resp\.Body`
	return nil
}

func getInto(url string) (err error) {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer copying.SkipInto(&err, resp.Body) // silent: the caller is told
	return nil
}
