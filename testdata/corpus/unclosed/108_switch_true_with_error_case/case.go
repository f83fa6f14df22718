// kind: path: switch { case err != nil: … }
// expect: the not-found case returns with the body open

package p

import (
	"encoding/json"
	"errors"
	"net/http"
)

var errNoUser = errors.New("no such user")

type User struct{ Name string }

func Lookup(c *http.Client, u string) (*User, error) {
	resp, err := c.Get(u) // LEAK
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode == http.StatusNotFound:
		return nil, errNoUser
	case resp.StatusCode >= 400:
		resp.Body.Close()
		return nil, errors.New(resp.Status)
	}
	defer resp.Body.Close()
	var user User
	return &user, json.NewDecoder(resp.Body).Decode(&user)
}
