package clientpercall_test

import (
	"go/version"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/bodyvet/bodyvet/internal/conncount"
)

// The proof of what the pass says: how many connections are opened, and how many are
// still there when the calls are over.
func TestConnectionsStay(t *testing.T) {
	t.Parallel()
	const n = 10
	new127 := version.Compare(version.Lang(runtime.Version()), "go1.27") >= 0
	unread := 0 // before, they were closed with the body
	if new127 {
		unread = n
	}
	shared := &http.Transport{}
	t.Cleanup(shared.CloseIdleConnections)
	for _, test := range []struct {
		name         string
		transport    func() *http.Transport
		read, closes bool
		opened, stay int
	}{
		{name: "PerCallRead", read: true, opened: n, stay: n},
		{name: "PerCallUnread", opened: n, stay: unread},
		{name: "PerCallClosed", read: true, closes: true, opened: n},
		{name: "NoKeepAlives", transport: func() *http.Transport { return &http.Transport{DisableKeepAlives: true} }, read: true, opened: n},
		{name: "Shared", transport: func() *http.Transport { return shared }, read: true, opened: 1, stay: 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := conncount.New(t, func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, strings.Repeat("x", 1024))
			})
			for range n {
				tr := &http.Transport{}
				if test.transport != nil {
					tr = test.transport()
				}
				resp, err := (&http.Client{Transport: tr}).Get(srv.URL)
				if err != nil {
					t.Fatal(err)
				}
				if test.read {
					_, _ = io.Copy(io.Discard, resp.Body)
				}
				_ = resp.Body.Close()
				if test.closes {
					tr.CloseIdleConnections()
				}
				t.Cleanup(tr.CloseIdleConnections)
			}
			if got := srv.Opened(); got != test.opened {
				t.Errorf("%d connections for %d calls, want %d", got, n, test.opened)
			}
			if got := srv.Open(test.stay); got != test.stay {
				t.Errorf("%d connections stay after %d calls, want %d", got, n, test.stay)
			}
		})
	}
}
