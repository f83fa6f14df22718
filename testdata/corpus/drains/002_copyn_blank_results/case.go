// kind: in place, CopyN with both results blank
// expect: webhook answer capped and dropped before a plain Close: report, the line goes

package case002

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

type event struct {
	Kind string `json:"kind"`
	ID   int64  `json:"id"`
}

func deliver(hook *http.Client, url string, ev event) error {
	payload, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	resp, err := hook.Post(url, "application/json", bytes.NewReader(payload))
	if err != nil {
		return fmt.Errorf("deliver %d: %w", ev.ID, err)
	}
	_, _ = io.CopyN(io.Discard, resp.Body, 8<<10) // DRAIN
	_ = resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("deliver %d: %s", ev.ID, resp.Status)
	}
	return nil
}
