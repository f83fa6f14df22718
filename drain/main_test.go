package drain_test

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/bodyvet/bodyvet/drain"
)

func TestMain(m *testing.M) {
	// net/http reports servers that send what nobody asked for, as ours do.
	log.SetOutput(io.Discard)
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		log.SetOutput(os.Stderr)
		os.Exit(code)
	}))
}

// roundTripperFunc is a layer between drain and net/http.
type roundTripperFunc func(*http.Request) (*http.Response, error)

func (f roundTripperFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// A subject is a way to have bodies drained that are closed unread.
type subject struct {
	name string
	wrap func(*http.Transport) http.RoundTripper

	// layered says that drain doesn't sit right on net/http's transport. Where that
	// drains too, it goes on where drain gave up, so that more is drained than by
	// either alone.
	layered bool
}

// subjects returns what must act like net/http in Go 1.27, under this toolchain.
func subjects() []subject {
	all := []subject{
		{
			name: "drain",
			wrap: func(tr *http.Transport) http.RoundTripper { return drain.NewTransport(tr) },
		},
		{
			name: "drain on a layer",
			wrap: func(tr *http.Transport) http.RoundTripper {
				return drain.NewTransport(roundTripperFunc(tr.RoundTrip))
			},
			layered: drain.Native,
		},
	}
	if drain.Native {
		all = append(all, subject{
			name: "net/http",
			wrap: func(tr *http.Transport) http.RoundTripper { return tr },
		})
	}
	return all
}

// newTransport returns a transport that counts the connections it dials, and is cleaned
// up with the test.
func newTransport(tb testing.TB) (*http.Transport, *atomic.Int64) {
	dials := new(atomic.Int64)
	tr := &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			dials.Add(1)
			return new(net.Dialer).DialContext(ctx, network, addr)
		},
	}
	tb.Cleanup(tr.CloseIdleConnections)
	return tr, dials
}

// newServer returns a server that is closed with the test, and first closes the
// connections that the test left open.
func newServer(tb testing.TB, h http.HandlerFunc) *httptest.Server {
	srv := httptest.NewServer(h)
	tb.Cleanup(func() {
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv
}
