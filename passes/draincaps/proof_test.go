package draincaps_test

import (
	"go/version"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bodyvet/bodyvet/internal/conncount"
)

// The proof that the numbers are the transport's own. Where this fails with a new release
// of Go, the limits have changed, and the pass has to learn of it.
func TestLimitsAreTheTransports(t *testing.T) {
	t.Parallel()
	if version.Compare(version.Lang(runtime.Version()), "go1.27") < 0 {
		t.Skip("the transport drains nothing before Go 1.27")
	}
	const n = 5
	for _, test := range []struct {
		name   string
		size   int
		delay  time.Duration
		reused bool
	}{
		{name: "256KiB", size: 256 << 10, reused: true},
		{name: "257KiB", size: 257 << 10},
		{name: "At once", size: 5, reused: true},
		{name: "After 300 ms", size: 5, delay: 300 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := conncount.New(t, func(w http.ResponseWriter, r *http.Request) {
				_ = http.NewResponseController(w).Flush()
				select {
				case <-time.After(test.delay):
				case <-r.Context().Done():
				}
				_, _ = w.Write([]byte(strings.Repeat("x", test.size)))
			})
			tr := &http.Transport{}
			t.Cleanup(tr.CloseIdleConnections)
			client := &http.Client{Transport: tr}
			for range n {
				resp, err := client.Get(srv.URL)
				if err != nil {
					t.Fatal(err)
				}
				_ = resp.Body.Close()
				time.Sleep(100 * time.Millisecond) // the drain has ended, one way or the other
			}
			got := srv.Opened()
			if test.reused && got > n/2 {
				t.Errorf("%d connections for %d requests, want few", got, n)
			}
			if !test.reused && got != n {
				t.Errorf("%d connections for %d requests, want as many", got, n)
			}
		})
	}
}
