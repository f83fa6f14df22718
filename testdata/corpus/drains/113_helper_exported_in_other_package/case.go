// kind: exported helper of another package of the module
// expect: its own drain goes, the calls here become Close, each by its own fix

package case113

import (
	"encoding/json"
	"fmt"
	"net/http"

	"drainscorpus/113_helper_exported_in_other_package/httpx"
)

type user struct{ Name string }

func user1(c *http.Client, url string) (*user, error) {
	resp, err := c.Get(url + "/users/1")
	if err != nil {
		return nil, err
	}
	defer httpx.Finish(resp) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("user 1: %s", resp.Status)
	}
	u := new(user)
	return u, json.NewDecoder(resp.Body).Decode(u)
}

func expire(c *http.Client, url string) (int, error) {
	resp, err := c.Post(url+"/expire", "", nil)
	if err != nil {
		return 0, err
	}
	httpx.Finish(resp) // DRAIN
	return resp.StatusCode, nil
}
