package unreadbody_test

import (
	"encoding/json"
	"go/version"
	"io"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/bodyvet/bodyvet/drain"
	"github.com/bodyvet/bodyvet/internal/conncount"
)

// The proof of what the pass says: before Go 1.27 each such Close costs a connection, and
// Go 1.27 and the package drain save it.
func TestClosesCostConnections(t *testing.T) {
	t.Parallel()
	const n = 10
	new127 := version.Compare(version.Lang(runtime.Version()), "go1.27") >= 0
	for _, test := range []struct {
		name           string
		decode, helped bool
	}{
		{name: "StatusOnly"},
		{name: "Decoder", decode: true},
		{name: "StatusOnlyDrained", helped: true},
		{name: "DecoderDrained", decode: true, helped: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			// The end comes once the client is about to call Close, or where that closes the
			// connection, never: however slow a machine is, the client can't have read it along
			// with the rest.
			few := test.helped || new127
			closing := make(chan struct{}, n)
			srv := conncount.New(t, func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.WriteString(w, `{"ok":true}`)
				_ = http.NewResponseController(w).Flush()
				select {
				case <-closing:
				case <-r.Context().Done():
				}
				_, _ = io.WriteString(w, "\n")
			})
			base := &http.Transport{}
			t.Cleanup(base.CloseIdleConnections)
			client := &http.Client{Transport: base}
			if test.helped {
				client.Transport = drain.NewTransport(base)
			}
			for range n {
				resp, err := client.Get(srv.URL)
				if err != nil {
					t.Fatal(err)
				}
				if test.decode {
					var v struct{ OK bool }
					if err := json.NewDecoder(resp.Body).Decode(&v); err != nil || !v.OK {
						t.Fatalf("decoded %+v, error %v", v, err)
					}
				}
				if few {
					closing <- struct{}{}
				}
				_ = resp.Body.Close()
				time.Sleep(50 * time.Millisecond)
			}
			got := srv.Opened()
			if few && got > n/2 {
				t.Errorf("%d connections for %d requests, want few", got, n)
			} else if !few && got != n {
				t.Errorf("%d connections for %d requests, want as many", got, n)
			}
		})
	}
}
