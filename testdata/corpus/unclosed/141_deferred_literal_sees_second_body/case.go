// kind: path: the variable moves on after a deferred literal
// expect: the literal reads the variable at the end, so the first body stays open

package p

import (
	"net/http"
	"net/url"
)

// Submit answers the form behind the page.
func Submit(c *http.Client, page string, form url.Values) (int, error) {
	resp, err := c.Get(page) // LEAK
	if err != nil {
		return 0, err
	}
	defer func() {
		if resp != nil {
			_ = resp.Body.Close()
		}
	}()
	form.Set("csrf", resp.Header.Get("X-CSRF-Token"))
	resp, err = c.PostForm(resp.Request.URL.String(), form)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}
