// kind: a callee reads the trailer
// expect: the trailer is there only after EOF: silent

package case225

import (
	"fmt"
	"io"
	"net/http"
)

func submit(c *http.Client, url string, body io.Reader) error {
	resp, err := c.Post(url, "application/x-protobuf", body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return statusOf(resp)
}

// statusOf returns the status that the server sends after the body.
func statusOf(resp *http.Response) error {
	if s := resp.Trailer.Get("Grpc-Status"); s != "0" {
		return fmt.Errorf("status %s: %s", s, resp.Trailer.Get("Grpc-Message"))
	}
	return nil
}
