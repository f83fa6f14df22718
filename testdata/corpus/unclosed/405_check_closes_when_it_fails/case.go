// kind: helper: closes exactly when it returns an error
// expect: silent in check and Good; Bad forgets the body that check let through

package p

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

type Client struct{ *http.Client }

func check(resp *http.Response) error {
	if resp.StatusCode < 300 {
		return nil
	}
	defer resp.Body.Close()
	msg, _ := io.ReadAll(io.LimitReader(resp.Body, 1024))
	return fmt.Errorf("%s: %s", resp.Status, msg)
}

func (c Client) Good(u string, v any) error {
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	if err := check(resp); err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}

func (c Client) Bad(u string, v any) error {
	resp, err := c.Get(u) // LEAK
	if err != nil {
		return err
	}
	if err := check(resp); err != nil {
		return err
	}
	return json.NewDecoder(resp.Body).Decode(v)
}
