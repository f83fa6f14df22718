// Package percall makes a transport for each call.
package percall

import (
	"crypto/tls"
	"net"
	"net/http"
	"sync"
	"time"
)

func Literal(url string) (*http.Response, error) {
	client := &http.Client{
		Transport: &http.Transport{ // want `a Transport is made for each call of Literal and dropped: no connection is used again, and those that fall idle stay open, with their goroutines, until the server closes them`
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
		},
	}
	return client.Get(url)
}

func Variable(url string) error {
	tr := &http.Transport{IdleConnTimeout: time.Minute} // want `stay open, with their goroutines, until IdleConnTimeout`
	tr.TLSClientConfig = &tls.Config{}
	c := http.Client{Transport: tr, Timeout: time.Second}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func New(req *http.Request) (*http.Response, error) {
	tr := new(http.Transport) // want `for each call of New`
	return tr.RoundTrip(req)
}

func Value(req *http.Request) (*http.Response, error) {
	var c http.Client
	t := http.Transport{} // want `for each call of Value`
	t.DisableKeepAlives = false
	c.Transport = &t
	return c.Do(req)
}

func Clone(req *http.Request) (*http.Response, error) {
	tr := http.DefaultTransport.(*http.Transport).Clone() // want `until IdleConnTimeout`
	tr.Proxy = nil
	var rt http.RoundTripper = tr
	return (&http.Client{Transport: rt}).Do(req)
}

func CloneOfVariable(req *http.Request) (*http.Response, error) {
	def, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return nil, net.ErrClosed
	}
	client := new(http.Client)
	client.Transport = def.Clone() // want `for each call of CloneOfVariable`
	return client.Do(req)
}

func newClient(insecure bool) *http.Client {
	tr := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: insecure}}
	return &http.Client{Transport: tr}
}

func Constructed(url string) (*http.Response, error) {
	return newClient(true).Get(url) // want `a Transport is made for each call of Constructed and dropped`
}

func newTransport() (*http.Transport, error) {
	return &http.Transport{Proxy: http.ProxyFromEnvironment}, nil
}

func ConstructedTransport(url string) error {
	tr, err := newTransport() // want `for each call of ConstructedTransport`
	if err != nil {
		return err
	}
	resp, err := (&http.Client{Transport: tr}).Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Handler(w http.ResponseWriter, r *http.Request) {
	c := &http.Client{Transport: &http.Transport{}} // want `for each call of Handler`
	resp, err := c.Get("http://localhost")
	if err == nil {
		resp.Body.Close()
	}
}

func Routes(mux *http.ServeMux) {
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		c := &http.Client{Transport: &http.Transport{}} // want `for each call of the handler`
		resp, err := c.Get("http://localhost")
		if err == nil {
			resp.Body.Close()
		}
	})
}

func Each(urls []string) {
	for _, url := range urls {
		c := &http.Client{Transport: &http.Transport{}} // want `a Transport is made in each round of the loop and dropped`
		resp, err := c.Get(url)
		if err == nil {
			resp.Body.Close()
		}
	}
}

func Shared(urls []string) {
	c := &http.Client{Transport: &http.Transport{}} // want `a Transport is made for each call of Shared and dropped: the connections that fall idle stay open, with their goroutines, until the server closes them`
	for _, url := range urls {
		resp, err := c.Get(url)
		if err == nil {
			resp.Body.Close()
		}
	}
}

func fetch(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Passed(url string) error {
	c := &http.Client{Transport: &http.Transport{}} // want `for each call of Passed`
	return fetch(c, url)
}

func Parallel(urls []string) {
	var wg sync.WaitGroup
	c := &http.Client{Transport: &http.Transport{}} // want `for each call of Parallel`
	wg.Go(func() { _ = fetch(c, urls[0]) })
	go func() {
		_ = fetch(c, urls[1])
	}()
	wg.Wait()
}

func Dialer(path string) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{ // want `for each call of Dialer`
		Dial: func(_, _ string) (net.Conn, error) { return net.Dial("unix", path) },
	}}
	return c.Get("http://unix/")
}

type client struct{ url string }

func (c *client) get() (*http.Response, error) {
	return (&http.Client{Transport: &http.Transport{}}).Get(c.url) // want `for each call of get`
}

// Wrapped dials, too: what it returns comes from a call.
func Wrapped(path string) (*http.Response, error) {
	c := &http.Client{Transport: &http.Transport{ // want `for each call of Wrapped`
		Dial: func(_, _ string) (net.Conn, error) {
			conn, err := net.Dial("unix", path)
			if err != nil {
				return nil, err
			}
			return conn, nil
		},
	}}
	return c.Get("http://unix/")
}
