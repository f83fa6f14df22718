// kind: helper method of a type that embeds the response
// expect: report all, the call becomes defer Close, the method goes

package case120

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
)

// An answer is a response with its rate limit.
type answer struct {
	*http.Response
	left int
}

func (a *answer) done() { // DRAIN
	_, _ = io.Copy(io.Discard, a.Body)
	_ = a.Body.Close()
}

func ask(c *http.Client, url string) (*answer, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	left, err := strconv.Atoi(resp.Header.Get("X-RateLimit-Remaining"))
	if err != nil {
		left = -1
	}
	return &answer{Response: resp, left: left}, nil
}

func stars(c *http.Client, repo string) (int, error) {
	a, err := ask(c, "https://forge.example.com/api/repos/"+repo)
	if err != nil {
		return 0, err
	}
	defer a.done() // DRAIN
	if a.left == 0 {
		return 0, fmt.Errorf("stars of %s: limit reached", repo)
	}
	var v struct{ Stars int }
	err = json.NewDecoder(a.Body).Decode(&v)
	return v.Stars, err
}
