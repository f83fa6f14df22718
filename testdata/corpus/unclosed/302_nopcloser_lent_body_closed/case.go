// kind: wrapper: io.NopCloser for a function that wants to close
// expect: silent: the decoder closes the wrapper, the defer the body

package p

import (
	"encoding/json"
	"io"
	"net/http"
)

type lines struct{ rc io.ReadCloser }

func (l lines) each(f func(json.RawMessage)) error {
	defer l.rc.Close()
	for dec := json.NewDecoder(l.rc); dec.More(); {
		var m json.RawMessage
		if err := dec.Decode(&m); err != nil {
			return err
		}
		f(m)
	}
	return nil
}

func Scan(c *http.Client, u string, f func(json.RawMessage)) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return lines{io.NopCloser(resp.Body)}.each(f)
}
