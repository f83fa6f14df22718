// kind: drain on a client that is embedded in a struct
// expect: report, the line goes

package case049

import (
	"fmt"
	"io"
	"net/http"
)

// A Session is a logged-in client.
type Session struct {
	*http.Client
	host string
}

func (s *Session) Lock(id int) error {
	resp, err := s.Post(fmt.Sprintf("https://%s/doors/%d/lock", s.host, id), "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
		return nil
	}
	why, _ := io.ReadAll(io.LimitReader(resp.Body, 300))
	return fmt.Errorf("lock %d: %s", id, why)
}
