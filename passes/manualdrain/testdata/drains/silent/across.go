package silent

import (
	"io"
	"net/http"

	"x/silent/tunnel"
)

// A Close before the end would reset the stream, most likely.
func throughTunnel(t *tunnel.Tunnel, req *http.Request) error {
	resp, err := t.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}

func throughTunnelMethod(t *tunnel.Tunnel, url string) error {
	resp, err := t.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return nil
}

// Who calls this may give it anything, as with any field that is exported.
func newTunnel(c *http.Client) *tunnel.Tunnel { return &tunnel.Tunnel{Client: c} }
