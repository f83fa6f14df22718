// kind: helper: of another package, one closes, one only reads
// expect: Skip is no Close; Discard and Status are

package p

import (
	"encoding/json"
	"net/http"

	"unclosedcorpus/408_close_helpers_of_another_package/httpx"
)

func Load(c *http.Client, req *http.Request, v any) error {
	resp, err := c.Do(req)
	defer httpx.Discard(resp)
	if err != nil {
		return err
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

func Touch(c *http.Client, u string) error {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return err
	}
	_, err = httpx.Skip(resp)
	return err
}

func Code(c *http.Client, u string) (int, error) {
	return httpx.Status(c.Get(u))
}
