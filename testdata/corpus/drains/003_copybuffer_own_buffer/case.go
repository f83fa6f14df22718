// kind: in place, CopyBuffer
// expect: the buffer exists for the drain alone: report, both lines go

package case003

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
)

func signOut(api *http.Client, base *url.URL, session string) error {
	u := base.JoinPath("sessions", session)
	req, err := http.NewRequest(http.MethodDelete, u.String(), nil)
	if err != nil {
		return err
	}
	res, err := api.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	scratch := make([]byte, 2048)
	_, _ = io.CopyBuffer(io.Discard, res.Body, scratch) // DRAIN
	if res.StatusCode != http.StatusNoContent {
		return fmt.Errorf("sign out: %s", res.Status)
	}
	return nil
}
