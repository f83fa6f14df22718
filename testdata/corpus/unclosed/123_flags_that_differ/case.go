// kind: path: two flags that look alike
// expect: the body is closed only where the second flag is set, opened whatever it is

package p

import (
	"fmt"
	"io"
	"net/http"
)

type Options struct{ Quiet, Save bool }

func Show(u string, o Options, w io.Writer) error {
	resp, err := http.Get(u) // LEAK
	if err != nil {
		return err
	}
	if !o.Quiet {
		fmt.Println(resp.Proto, resp.Status)
	}
	if o.Save {
		defer resp.Body.Close()
		_, err = io.Copy(w, resp.Body)
	}
	return err
}
