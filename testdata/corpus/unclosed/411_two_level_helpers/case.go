// kind: helper: closes through a second helper, a method, a variadic
// expect: silent

package p

import (
	"io"
	"log"
	"net/http"
)

type api struct {
	c  *http.Client
	lg *log.Logger
}

func (a *api) quiet(c io.Closer) {
	if err := c.Close(); err != nil {
		a.lg.Print(err)
	}
}

func (a *api) finish(resp *http.Response) {
	a.lg.Printf("%s %s", resp.Request.URL, resp.Status)
	a.quiet(resp.Body)
}

func (a *api) Ping(u string) (int, error) {
	resp, err := a.c.Get(u)
	if err != nil {
		return 0, err
	}
	defer a.finish(resp)
	return resp.StatusCode, nil
}

func closeAll(cs ...io.Closer) {
	for _, c := range cs {
		if c != nil {
			_ = c.Close()
		}
	}
}

func (a *api) Both(x, y string, f func(x, y io.Reader)) error {
	rx, err := a.c.Get(x)
	if err != nil {
		return err
	}
	ry, err := a.c.Get(y)
	if err != nil {
		closeAll(rx.Body)
		return err
	}
	defer closeAll(rx.Body, ry.Body)
	f(rx.Body, ry.Body)
	return nil
}
