// kind: owner: a slice that is returned
// expect: silent: also with an error the caller gets what is open

package p

import "net/http"

// Gather returns the responses so far together with the error; the caller closes them all.
func Gather(c *http.Client, reqs []*http.Request) ([]*http.Response, error) {
	out := make([]*http.Response, 0, len(reqs))
	for _, r := range reqs {
		resp, err := c.Do(r)
		if err != nil {
			return out, err
		}
		out = append(out, resp)
	}
	return out, nil
}

func Codes(c *http.Client, reqs []*http.Request) (codes []int, err error) {
	rs, err := Gather(c, reqs)
	for _, r := range rs {
		codes = append(codes, r.StatusCode)
		r.Body.Close()
	}
	return codes, err
}
