// kind: function: returns the response
// expect: the error keeps status and headers, but not the response

package p

import (
	"net/http"
	"strconv"
	"time"
)

type RateLimited struct{ Wait time.Duration }

func (e *RateLimited) Error() string { return "rate limited for " + e.Wait.String() }

type Forbidden struct{ Header http.Header }

func (*Forbidden) Error() string { return "forbidden" }

func Send(c *http.Client, req *http.Request) (*http.Response, error) {
	resp, err := c.Do(req) // LEAK
	if err != nil {
		return nil, err
	}
	switch resp.StatusCode {
	case http.StatusTooManyRequests:
		n, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		resp.Body.Close()
		return nil, &RateLimited{time.Duration(n) * time.Second}
	case http.StatusForbidden:
		return nil, &Forbidden{resp.Header}
	}
	return resp, nil
}
