// kind: wrapper: resp.Body is replaced by a copy in memory
// expect: the defer below closes the copy, nothing the real body

package p

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"net/http"
)

func Call(c *http.Client, req *http.Request, v any) error {
	resp, err := c.Do(req) // LEAK
	if err != nil {
		return err
	}
	raw, err := io.ReadAll(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	defer resp.Body.Close()
	if err != nil {
		return err
	}
	log.Printf("%s: %s", req.URL, raw)
	return json.NewDecoder(resp.Body).Decode(v)
}
