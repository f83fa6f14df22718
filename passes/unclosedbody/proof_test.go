package unclosedbody_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/bodyvet/bodyvet/internal/conncount"
)

// The proof of two kinds that no count of new connections shows: after a response of
// status 101 the connection is the body, and stays until that is closed; a response
// without a body (204) leaves nothing behind whether it is closed or not.
func TestStays(t *testing.T) {
	t.Parallel()
	const n = 10
	for _, test := range []struct {
		name   string
		status int
		closes bool
		stay   int
	}{
		{"Switched", http.StatusSwitchingProtocols, false, n},
		{"SwitchedClosed", http.StatusSwitchingProtocols, true, 0},
		{"NoContent", http.StatusNoContent, false, 1},
		{"NoContentClosed", http.StatusNoContent, true, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := conncount.New(t, func(w http.ResponseWriter, r *http.Request) {
				if test.status == http.StatusSwitchingProtocols {
					w.Header().Set("Connection", "Upgrade")
					w.Header().Set("Upgrade", "echo")
				}
				w.WriteHeader(test.status)
			})
			tr := &http.Transport{}
			t.Cleanup(tr.CloseIdleConnections)
			var bodies []io.Closer
			for range n {
				resp, err := (&http.Client{Transport: tr}).Get(srv.URL)
				if err != nil {
					t.Fatal(err)
				}
				if test.closes {
					_ = resp.Body.Close()
				} else {
					bodies = append(bodies, resp.Body)
				}
			}
			if got := srv.Open(test.stay); got != test.stay {
				t.Errorf("%d connections stay after %d calls, want %d", got, n, test.stay)
			}
			for _, b := range bodies {
				_ = b.Close()
			}
		})
	}
}
