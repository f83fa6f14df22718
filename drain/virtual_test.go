package drain_test

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A virtualServer is an HTTP server in the bubble of a testing/synctest test.
type virtualServer struct {
	URL      string
	listener *virtualListener
}

// newVirtual returns a transport, the number of connections it has dialed, and a server
// that answers it. All of them end with the test.
func newVirtual(t *testing.T, h http.Handler) (*http.Transport, *atomic.Int64, *virtualServer) {
	l := &virtualListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	srv := &http.Server{Handler: h}
	done := make(chan struct{})
	go func() {
		defer close(done)
		srv.Serve(l)
	}()
	tr, dials := l.transport(t)
	t.Cleanup(func() {
		srv.Close()
		<-done
		time.Sleep(time.Second) // handlers that sleep
	})
	return tr, dials, &virtualServer{URL: "http://virtual", listener: l}
}

// A virtualListener accepts connections from its own transports. They are pipes, and
// have no buffers.
type virtualListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *virtualListener) transport(t *testing.T) (*http.Transport, *atomic.Int64) {
	dials := new(atomic.Int64)
	tr := &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			dials.Add(1)
			client, server := net.Pipe()
			select {
			case l.conns <- server:
				return client, nil
			case <-l.closed:
				return nil, net.ErrClosed
			}
		},
	}
	t.Cleanup(tr.CloseIdleConnections)
	return tr, dials
}

func (l *virtualListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *virtualListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *virtualListener) Addr() net.Addr { return &net.UnixAddr{Name: "virtual", Net: "virtual"} }
