package drain_test

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// What follows is for tests in a bubble of testing/synctest: a network without noise or
// delays, the time of which passes only when there is nothing left to do.

// A virtualListener accepts the connections that its own transports dial. They are
// pipes, and have no buffers.
type virtualListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

const virtualURL = "http://virtual/"

func newVirtualListener() *virtualListener {
	return &virtualListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

// transport returns a transport and the number of connections it has dialed.
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

// newVirtual returns a transport, the number of connections it has dialed, and sees to
// it that h answers them.
func newVirtual(t *testing.T, h http.Handler) (*http.Transport, *atomic.Int64) {
	l := newVirtualListener()
	srv := &http.Server{Handler: h}
	done := make(chan struct{})
	go func() {
		defer close(done)
		srv.Serve(l)
	}()
	t.Cleanup(func() {
		srv.Close()
		<-done
		time.Sleep(time.Second) // handlers that sleep
	})
	return l.transport(t)
}

// A peer is the server's end of a connection, in the hands of a test.
type peer struct {
	net.Conn
	r *bufio.Reader
}

// newScripted is newVirtual with a server that does just what serve says.
func newScripted(t *testing.T, serve func(*peer)) (*http.Transport, *atomic.Int64) {
	l := newVirtualListener()
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				defer c.Close()
				serve(&peer{Conn: c, r: bufio.NewReader(c)})
			})
		}
	})
	tr, dials := l.transport(t)
	t.Cleanup(func() {
		l.Close()
		tr.CloseIdleConnections()
		wg.Wait()
	})
	return tr, dials
}

// request reads a request without a body. It returns false if there was none.
func (p *peer) request() bool {
	_, err := http.ReadRequest(p.r)
	return err == nil
}

// send writes s. It returns false if the client isn't there any more.
func (p *peer) send(s string) bool {
	_, err := p.Write([]byte(s))
	return err == nil
}

// hang waits for the client to close the connection.
func (p *peer) hang() {
	var one [1]byte
	p.r.Read(one[:])
}
