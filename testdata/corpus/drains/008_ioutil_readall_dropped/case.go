// kind: in place, ioutil.ReadAll dropped
// expect: the bytes go nowhere: report, the line goes

package case008

import (
	"errors"
	"io/ioutil"
	"net/http"
	"time"
)

func waitReady(url string, tries int) error {
	for i := 0; i < tries; i++ {
		if ok, err := ready(url); err != nil || ok {
			return err
		}
		time.Sleep(200 * time.Millisecond)
	}
	return errors.New("never ready")
}

func ready(url string) (bool, error) {
	r, err := http.Get(url)
	if err != nil {
		return false, nil
	}
	_, _ = ioutil.ReadAll(r.Body) // DRAIN
	if err := r.Body.Close(); err != nil {
		return false, err
	}
	return r.StatusCode == http.StatusOK, nil
}
