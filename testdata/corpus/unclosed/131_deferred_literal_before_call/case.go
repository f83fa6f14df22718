// kind: path: the defer stands before the call, over a variable
// expect: silent: the literal sees the variable's last value

package p

import (
	"encoding/json"
	"net/http"
	"net/url"
)

func Login(c *http.Client, u string, form url.Values) (cookies []*http.Cookie, err error) {
	var resp *http.Response
	defer func() {
		if resp != nil {
			resp.Body.Close()
		}
	}()
	resp, err = c.PostForm(u, form)
	if err != nil {
		return nil, err
	}
	var v struct{ OK bool }
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
		return nil, err
	}
	return resp.Cookies(), nil
}
