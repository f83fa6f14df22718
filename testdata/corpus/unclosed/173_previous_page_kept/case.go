// kind: path: the variable moves on, the previous response has a second name
// expect: Walk returns a failed request before it closes the page before; Visit closes first

package p

import "net/http"

func Walk(c *http.Client, u string, visit func(http.Header)) error {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return err
	}
	for link := resp.Header.Get("Link"); link != ""; link = resp.Header.Get("Link") {
		prev := resp
		resp, err = c.Get(link) // LEAK
		if err != nil {
			return err
		}
		visit(prev.Header)
		prev.Body.Close()
	}
	return resp.Body.Close()
}

func Visit(c *http.Client, u string, visit func(http.Header)) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	for link := resp.Header.Get("Link"); link != ""; link = resp.Header.Get("Link") {
		prev := resp
		resp, err = c.Get(link)
		prev.Body.Close()
		if err != nil {
			return err
		}
		visit(prev.Header)
	}
	return resp.Body.Close()
}
