// Package measure sends requests one after the other and counts what they cost. Other
// toolchains build it too, so it needs nothing but the standard library and package
// drain.
package measure

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/bodyvet/bodyvet/drain"
)

// The protocols.
const (
	HTTP1 = "HTTP/1"
	HTTP2 = "HTTP/2"
)

// Protocols are all protocols, in the order in which they are measured.
var Protocols = []string{HTTP1, HTTP2}

// The modes: what becomes of a response's body.
const (
	Close     = "close"     // closed unread
	Manual    = "manual"    // drained by hand, then closed
	Transport = "transport" // closed unread, with drain's transport
	Never     = "never"     // neither read nor closed
)

// Modes are all modes, in the order in which they are measured.
var Modes = []string{Close, Manual, Transport, Never}

// A Config says what to measure.
type Config struct {
	URL      string
	N        int           // requests for each protocol and mode
	Gap      time.Duration // between the requests
	Timeout  time.Duration // for a request
	Header   http.Header   // of each request
	Roots    []byte        // the certificates to trust, PEM; nil for those of the system
	Insecure bool          // trust any certificate
	// Protocols are those to measure.
	Protocols []string
}

// A Row is what the requests of one protocol and mode came to.
type Row struct {
	Go          string        // the toolchain that built the client
	Protocol    string        //
	Mode        string        //
	Requests    int           // those that got a response
	Connections int           // TCP connections opened
	Handshakes  int           // TLS handshakes
	Reused      int           // requests that found a connection
	Wall        time.Duration // for all of them, without the gaps
	P50         time.Duration // how long a request took until its response was dealt with
	P90         time.Duration
	P99         time.Duration
	Max         time.Duration
	Error       string // why it ended early, if it did
}

// Run measures all modes of all protocols. It calls progress after each request and done
// after each row. When ctx is cancelled, the row it is at is the last.
func Run(ctx context.Context, c *Config, progress func(protocol, mode string, n int), done func(Row)) {
	for _, protocol := range c.Protocols {
		for _, mode := range Modes {
			row := c.row(ctx, protocol, mode, func(n int) { progress(protocol, mode, n) })
			if row.Requests > 0 || ctx.Err() == nil {
				done(row)
			}
			if ctx.Err() != nil {
				return
			}
		}
	}
}

// Probe sends one request, to see that the server is there and speaks a protocol.
func (c *Config) Probe(ctx context.Context, protocol string) error {
	m := c.measurement(protocol, Manual)
	defer m.base.CloseIdleConnections()
	return m.request(ctx)
}

// A measurement is one row in the making.
type measurement struct {
	config   *Config
	protocol string
	mode     string
	base     *http.Transport
	client   *http.Client

	mu  sync.Mutex // a dial that no request waits for any more still counts
	row Row
}

func (c *Config) measurement(protocol, mode string) *measurement {
	p := new(http.Protocols)
	switch protocol {
	case HTTP1:
		p.SetHTTP1(true)
	case HTTP2:
		p.SetHTTP2(true)
		p.SetUnencryptedHTTP2(true)
	}
	base := &http.Transport{
		Proxy:           http.ProxyFromEnvironment,
		Protocols:       p,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: c.Insecure},
	}
	if c.Roots != nil {
		base.TLSClientConfig.RootCAs = x509.NewCertPool()
		base.TLSClientConfig.RootCAs.AppendCertsFromPEM(c.Roots)
	}
	var transport http.RoundTripper = base
	if mode == Transport {
		transport = drain.NewTransport(base)
	}
	return &measurement{
		config:   c,
		protocol: protocol,
		mode:     mode,
		base:     base,
		client: &http.Client{
			Transport: transport,
			// What follows would be the requests of another measurement.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		row: Row{Go: runtime.Version(), Protocol: protocol, Mode: mode},
	}
}

func (c *Config) row(ctx context.Context, protocol, mode string, progress func(n int)) Row {
	m := c.measurement(protocol, mode)
	// The end of ctx ends what is open still, which in one mode is everything.
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer m.base.CloseIdleConnections()
	ctx = httptrace.WithClientTrace(ctx, m.trace())

	var took []time.Duration
	watchdog := time.AfterFunc(c.Timeout, func() {
		cancel(fmt.Errorf("no response within %v", c.Timeout))
	})
	defer watchdog.Stop()
	for i := range c.N {
		if i > 0 && c.Gap > 0 {
			watchdog.Stop() // the gap is nobody's fault
			select {
			case <-time.After(c.Gap):
			case <-ctx.Done(): // an interrupt; the request says so
			}
		}
		watchdog.Reset(c.Timeout)
		start := time.Now()
		if err := m.request(ctx); err != nil {
			if cause := context.Cause(ctx); cause != nil {
				err = cause
			}
			m.mu.Lock()
			m.row.Error = err.Error()
			m.mu.Unlock()
			break
		}
		took = append(took, time.Since(start))
		progress(len(took))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.row.setTimes(took)
	return m.row
}

func (r *Row) setTimes(took []time.Duration) {
	r.Requests = len(took)
	if len(took) == 0 {
		return
	}
	for _, d := range took {
		r.Wall += d
	}
	slices.Sort(took)
	r.P50, r.P90, r.P99 = percentile(took, 50), percentile(took, 90), percentile(took, 99)
	r.Max = took[len(took)-1]
}

// percentile returns the smallest value that p in 100 are not above. The values are
// sorted.
func percentile(sorted []time.Duration, p int) time.Duration {
	return sorted[(len(sorted)*p+99)/100-1]
}

// trace counts connections, handshakes and the requests that need neither.
func (m *measurement) trace() *httptrace.ClientTrace {
	count := func(n *int) {
		m.mu.Lock()
		defer m.mu.Unlock()
		*n++
	}
	return &httptrace.ClientTrace{
		ConnectDone: func(_, _ string, err error) {
			if err == nil {
				count(&m.row.Connections)
			}
		},
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			if err == nil {
				count(&m.row.Handshakes)
			}
		},
		GotConn: func(info httptrace.GotConnInfo) {
			if info.Reused {
				count(&m.row.Reused)
			}
		},
	}
}

// request sends one request and deals with its response as the mode says.
func (m *measurement) request(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.config.URL, nil)
	if err != nil {
		return err
	}
	for key, values := range m.config.Header {
		req.Header[key] = values
	}
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
	}
	resp, err := m.client.Do(req) //lint:ignore unclosedbody one of the modes never closes it
	if err != nil {
		return err
	}
	if want := m.protocol[len("HTTP/")] - '0'; resp.ProtoMajor != int(want) {
		return errors.Join(fmt.Errorf("the server answers in %s", resp.Proto), resp.Body.Close())
	}
	switch m.mode {
	case Never:
		return nil
	case Manual:
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			return errors.Join(err, resp.Body.Close())
		}
	}
	return resp.Body.Close()
}
