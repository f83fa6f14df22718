// The clients program makes requests with each client of package clients, to servers of
// each kind, and prints what they speak.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/quic-go/quic-go/http3"

	"example.com/clients/clients"
)

// An Outcome is what one client was seen to do.
type Outcome struct {
	// Requests is how many requests it made to each server.
	Requests int
	// HTTP and HTTPS are what it spoke on the two schemes.
	HTTP, HTTPS []string
	// NoALPN is what it spoke to a server with TLS that negotiates nothing.
	NoALPN []string
	// Connections is how many connections its requests to one server took, by the protocol.
	Connections map[string]int
}

const requests = 3

func main() {
	outcomes := make(map[string]Outcome)
	servers := start()
	for name, open := range table() { // one at a time: some share http.DefaultTransport
		outcomes[name] = servers.try(open)
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		log.Fatal(err)
	}
}

// An opener returns a client for a server.
type opener func(ctx context.Context, scheme, address string) (*http.Client, error)

func table() map[string]opener {
	conn := func(f func(ctx context.Context, scheme, address string) (http.RoundTripper, error)) opener {
		return func(ctx context.Context, scheme, address string) (*http.Client, error) {
			rt, err := f(ctx, scheme, address)
			return &http.Client{Transport: rt}, err
		}
	}
	one := func(rt http.RoundTripper) opener {
		return func(context.Context, string, string) (*http.Client, error) { return &http.Client{Transport: rt}, nil }
	}
	client := func(c *http.Client) opener {
		return func(context.Context, string, string) (*http.Client, error) { return c, nil }
	}
	configured, err := clients.Configured()
	if err != nil {
		log.Fatal(err)
	}
	return map[string]opener{
		"DefaultClient":        client(clients.DefaultClient()),
		"DefaultTransport":     one(clients.DefaultTransport()),
		"EmptyClient":          client(clients.EmptyClient()),
		"EmptyTransport":       one(clients.EmptyTransport()),
		"Cloned":               one(clients.Cloned()),
		"Forced":               one(clients.Forced()),
		"OwnTLSConfig":         one(clients.OwnTLSConfig()),
		"OwnDial":              one(clients.OwnDial()),
		"NoNextProto":          one(clients.NoNextProto()),
		"NoNextProtoForced":    one(clients.NoNextProtoForced()),
		"Configured":           one(configured),
		"ZeroProtocols":        one(clients.ZeroProtocols()),
		"HTTP1":                one(clients.HTTP1()),
		"HTTP2":                one(clients.HTTP2()),
		"Unencrypted":          one(clients.Unencrypted()),
		"UnencryptedPlainDial": one(clients.UnencryptedPlainDial()),
		"HTTP2Unencrypted":     one(clients.HTTP2Unencrypted()),
		"HTTP1Unencrypted":     one(clients.HTTP1Unencrypted()),
		"HTTP1HTTP2":           one(clients.HTTP1HTTP2()),
		"AllProtocols":         one(clients.AllProtocols()),
		"SwitchedOff":          one(clients.SwitchedOff()),
		"FromFunction":         one(clients.FromFunction()),
		"SetThroughField":      one(clients.SetThroughField()),
		"HTTP2OwnTLSConfig":    one(clients.HTTP2OwnTLSConfig()),
		"HTTP1HTTP2OwnDial":    one(clients.HTTP1HTTP2OwnDial()),
		"XNet":                 one(clients.XNet()),
		"XNetAllowHTTP":        one(clients.XNetAllowHTTP()),
		"QUIC":                 one(clients.QUIC()),
		"Replaced":             client(clients.Replaced()),
		"Wrapped":              client(clients.Wrapped()),
		"NoKeepAlives":         one(clients.NoKeepAlives()),
		"NothingIdle":          one(clients.NothingIdle()),
		"NothingIdleInAll":     one(clients.NothingIdleInAll()),
		"OneIdle":              one(clients.OneIdle()),
		"WrappedNoKeepAlives":  one(clients.WrappedNoKeepAlives()),
		"ClientConn": conn(func(ctx context.Context, scheme, address string) (http.RoundTripper, error) {
			return clients.ClientConn(ctx, scheme, address)
		}),
		"UnencryptedClientConn": conn(func(ctx context.Context, scheme, address string) (http.RoundTripper, error) {
			return clients.UnencryptedClientConn(ctx, scheme, address)
		}),
		"XNetClientConn": conn(func(ctx context.Context, scheme, address string) (http.RoundTripper, error) {
			return clients.XNetClientConn(ctx, scheme, address)
		}),
	}
}

// A fleet has a server of each kind.
type fleet struct {
	http, https []string // addresses
	noALPN      string
}

func start() *fleet {
	f := &fleet{}
	only := func(h1, unencrypted bool) *http.Protocols {
		p := new(http.Protocols)
		p.SetHTTP1(h1)
		p.SetUnencryptedHTTP2(unencrypted)
		return p
	}
	plain := func(p *http.Protocols) string {
		srv := f.server()
		srv.Config.Protocols = p
		srv.Start()
		return srv.Listener.Addr().String()
	}
	roots := x509.NewCertPool()
	encrypted := func(h2 bool, next ...string) (string, tls.Certificate) {
		srv := f.server()
		srv.EnableHTTP2 = h2
		if len(next) > 0 {
			srv.TLS = &tls.Config{NextProtos: next}
		}
		srv.StartTLS()
		roots.AddCert(srv.Certificate())
		return srv.Listener.Addr().String(), srv.TLS.Certificates[0]
	}
	f.http = []string{plain(only(true, false)), plain(only(true, true)), plain(only(false, true))}
	h1, cert := encrypted(false)
	both, _ := encrypted(true)
	h2, _ := encrypted(true, "h2")
	// A dial function may leave out TLS. This server is one of its own, since a connection
	// of HTTP/2 to an address is used for both schemes.
	f.https = []string{h1, both, h2, plain(only(true, true)), f.quic(cert)}
	f.noALPN = silent(f, cert)
	x509.SetFallbackRoots(roots)
	return f
}

func (f *fleet) server() *httptest.Server {
	srv := httptest.NewUnstartedServer(f)
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	return srv
}

// quic returns the address of a server of HTTP/3.
func (f *fleet) quic(cert tls.Certificate) string {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	srv := &http3.Server{Handler: f, TLSConfig: http3.ConfigureTLSConfig(&tls.Config{Certificates: []tls.Certificate{cert}})}
	go func() { log.Print(srv.Serve(conn)) }()
	return conn.LocalAddr().String()
}

// silent returns the address of a server with TLS that says nothing of protocols.
func silent(f *fleet, cert tls.Certificate) string {
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		log.Fatal(err)
	}
	srv := &http.Server{Handler: f, ErrorLog: log.New(io.Discard, "", 0), ReadHeaderTimeout: time.Minute}
	go func() { log.Print(srv.Serve(l)) }()
	return l.Addr().String()
}

// ServeHTTP implements [http.Handler]: the response is the address of the client.
func (f *fleet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.WriteString(w, r.RemoteAddr)
}

// try has a client make requests to all servers. They come at the same time: one of
// HTTP/3 waits long for a server that isn't there.
func (f *fleet) try(open opener) Outcome {
	o := Outcome{Requests: requests, Connections: make(map[string]int)}
	var all sync.WaitGroup
	to := func(scheme string, addresses []string) []answers {
		list := make([]answers, len(addresses))
		for i, address := range addresses {
			all.Go(func() { list[i] = speak(open, scheme, address) })
		}
		return list
	}
	plain, encrypted := to("http", f.http), to("https", f.https)
	noALPN := to("https", []string{f.noALPN})
	all.Wait()
	o.HTTP, o.HTTPS, o.NoALPN = protocols(plain), protocols(encrypted), protocols(noALPN)
	for _, a := range slices.Concat(plain, encrypted) {
		for _, proto := range a.protocols {
			o.Connections[proto] = max(o.Connections[proto], len(a.connections))
		}
	}
	return o
}

func protocols(list []answers) []string {
	set := make(map[string]bool)
	for _, a := range list {
		for _, proto := range a.protocols {
			set[proto] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// Answers are what a server gave.
type answers struct {
	protocols   []string
	connections map[string]bool // by the client's address
}

// speak has a client make some requests, one after the other.
func speak(open opener, scheme, address string) answers {
	a := answers{connections: make(map[string]bool)}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	client, err := open(ctx, scheme, address)
	if err != nil {
		return a
	}
	for range requests {
		proto, from, err := request(ctx, client, scheme+"://"+address)
		if err != nil {
			break
		}
		a.protocols = append(a.protocols, proto)
		a.connections[from] = true
	}
	return a
}

func request(ctx context.Context, client *http.Client, url string) (proto, from string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", "", err
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", "", err
	}
	if resp.StatusCode != http.StatusOK {
		return "", "", errors.New(resp.Status)
	}
	return fmt.Sprintf("HTTP/%d", resp.ProtoMajor), string(b), nil
}
