// kind: path: shadowed response
// expect: the refreshed response in the if is another variable, the deferred Close has bound the outer one

package p

import (
	"io"
	"net/http"
)

func Get(c *http.Client, req *http.Request, refresh func() string) ([]byte, error) {
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusUnauthorized {
		retry := req.Clone(req.Context())
		retry.Header.Set("Authorization", "Bearer "+refresh())
		resp, err := c.Do(retry) // LEAK
		if err != nil {
			return nil, err
		}
		return io.ReadAll(resp.Body)
	}
	return io.ReadAll(resp.Body)
}
