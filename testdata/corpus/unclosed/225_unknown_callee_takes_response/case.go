// kind: owner: callees nobody can see
// expect: silent: an interface method or a function value that takes the response or a ReadCloser owns it

package p

import (
	"io"
	"net/http"
)

type Codec interface {
	Decode(rc io.ReadCloser, v any) error
}

type API struct {
	Client *http.Client
	Codec  Codec
	Check  func(*http.Response) error
}

func (a *API) Get(u string, v any) error {
	resp, err := a.Client.Get(u)
	if err != nil {
		return err
	}
	return a.Codec.Decode(resp.Body, v)
}

func (a *API) Touch(u string) error {
	resp, err := a.Client.Post(u, "", nil)
	if err != nil {
		return err
	}
	return a.Check(resp)
}

func (a *API) Each(u string, f func(status int, body io.ReadCloser)) error {
	resp, err := a.Client.Get(u)
	if err != nil {
		return err
	}
	f(resp.StatusCode, resp.Body)
	return nil
}
