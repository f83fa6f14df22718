// Package silent keeps its transports, or lets them go properly.
package silent

import (
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

var shared = &http.Client{Transport: &http.Transport{}}

func Shared(url string) (*http.Response, error) { return shared.Get(url) }

func Default(url string) (*http.Response, error) {
	c := &http.Client{Timeout: time.Second}
	return c.Get(url)
}

func TheDefault(req *http.Request) (*http.Response, error) {
	tr := http.DefaultTransport.(*http.Transport)
	return (&http.Client{Transport: tr}).Do(req)
}

func Given(tr *http.Transport, req *http.Request) (*http.Response, error) {
	return (&http.Client{Transport: tr.Clone()}).Do(req) // who knows what it has set
}

func NewClient() *http.Client {
	c := &http.Client{Transport: &http.Transport{}}
	if resp, err := c.Get("http://localhost"); err == nil {
		resp.Body.Close()
	}
	return c
}

type API struct {
	http *http.Client
	tr   *http.Transport
}

func NewAPI() *API { return &API{http: &http.Client{Transport: &http.Transport{}}} }

func (a *API) Lazy(url string) (*http.Response, error) {
	if a.tr == nil {
		a.tr = &http.Transport{}
	}
	return (&http.Client{Transport: a.tr}).Get(url)
}

func (a *API) Stored(url string) (*http.Response, error) {
	tr := &http.Transport{}
	a.tr = tr
	return (&http.Client{Transport: tr}).Get(url)
}

func Off(url string) (*http.Response, error) {
	return (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get(url)
}

func OffLater(url string, off bool) (*http.Response, error) {
	tr := &http.Transport{}
	tr.DisableKeepAlives = off
	return (&http.Client{Transport: tr}).Get(url)
}

func NoneIdle(url string) (*http.Response, error) {
	return (&http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: -1}}).Get(url)
}

func Closed(url string) error {
	tr := &http.Transport{}
	defer tr.CloseIdleConnections()
	resp, err := (&http.Client{Transport: tr}).Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func ClosedByClient(url string) error {
	c := http.Client{Transport: &http.Transport{}}
	defer c.CloseIdleConnections()
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func ClosedThroughField(url string) error {
	c := http.Client{Transport: &http.Transport{}}
	defer c.Transport.(*http.Transport).CloseIdleConnections()
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func RequestCloses(req *http.Request) (*http.Response, error) {
	req.Close = true
	return (&http.Client{Transport: &http.Transport{}}).Do(req)
}

func HeaderCloses(req *http.Request) (*http.Response, error) {
	req.Header.Set("Connection", "close")
	return (&http.Client{Transport: &http.Transport{}}).Do(req)
}

func LiteralCloses() (*http.Response, error) {
	return (&http.Client{Transport: &http.Transport{}}).Do(&http.Request{Close: true})
}

func PassedOn(url string, use func(*http.Client)) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{}}
	use(c)
	return c.Get(url)
}

func keep(c *http.Client) { shared = c }

func KeptElsewhere(url string) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{}}
	keep(c)
	return c.Get(url)
}

func Captured(url string) func() (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{}}
	return func() (*http.Response, error) { return c.Get(url) }
}

func MethodValue(req *http.Request) func(*http.Request) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{}}
	return c.Do
}

var once sync.Once

func Once(url string) {
	once.Do(func() {
		c := &http.Client{Transport: &http.Transport{}}
		if resp, err := c.Get(url); err == nil {
			resp.Body.Close()
		}
	})
}

var version = fetchVersion()

func fetchVersion() string {
	c := &http.Client{Transport: &http.Transport{}}
	resp, err := c.Get("http://localhost/version")
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	return resp.Status
}

func init() {
	c := &http.Client{Transport: &http.Transport{}}
	if resp, err := c.Get("http://localhost"); err == nil {
		resp.Body.Close()
	}
}

// It is one connection's.
func Tunnel(conn net.Conn, req *http.Request) (*http.Response, error) {
	tr := &http.Transport{Dial: func(_, _ string) (net.Conn, error) { return conn, nil }}
	return tr.RoundTrip(req)
}

func Crawl(urls []string) {
	c := &http.Client{Transport: &http.Transport{IdleConnTimeout: time.Second}}
	for _, url := range urls {
		if resp, err := c.Get(url); err == nil {
			resp.Body.Close()
		}
	}
}

func Unused(url string) {
	_ = &http.Client{Transport: &http.Transport{}}
}

type spy struct{ next http.RoundTripper }

func (s spy) RoundTrip(req *http.Request) (*http.Response, error) { return s.next.RoundTrip(req) }

func Wrapped(url string) (*http.Response, error) {
	c := &http.Client{Transport: spy{&http.Transport{}}}
	return c.Get(url)
}

func Ignored(url string) (*http.Response, error) {
	//lint:ignore clientpercall once a day
	return (&http.Client{Transport: &http.Transport{}}).Get(url)
}

// Part of a test, though its file isn't called so.
func TestHelper(t testing.TB, url string) {
	c := &http.Client{Transport: &http.Transport{}}
	resp, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}

// Prepared hands the connection that it has over through a channel, once.
func Prepared(conn net.Conn, url string) (*http.Response, error) {
	ready := make(chan net.Conn, 1)
	ready <- conn
	tr := &http.Transport{
		Dial: func(_, _ string) (net.Conn, error) {
			select {
			case conn := <-ready:
				return conn, nil
			default:
				return nil, errors.New("dialled twice")
			}
		},
		DialTLS: func(_, _ string) (net.Conn, error) { return nil, errors.New("no TLS here") },
	}
	c := &http.Client{Transport: tr}
	return c.Get(url)
}
