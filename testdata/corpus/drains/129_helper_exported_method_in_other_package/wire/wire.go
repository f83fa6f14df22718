// Package wire speaks the protocol of the index server.
package wire

import (
	"io"
	"net/http"
)

// A Conn is one logical connection to an index server.
type Conn struct {
	Client *http.Client
	Server string
	Token  string
}

// Get asks the server for a path.
func (c *Conn) Get(path string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, c.Server+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+c.Token)
	return c.Client.Do(req)
}

// Release must be called with every response of Get.
func (c *Conn) Release(resp *http.Response) { // DRAIN
	_, _ = io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
}
