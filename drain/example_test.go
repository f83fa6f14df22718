package drain_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/bodyvet/bodyvet/drain"
)

// A client that looks at the status alone, and keeps its connection.
func ExampleNewTransport() {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, strings.Repeat("no such thing, ", 100), http.StatusNotFound)
	}))
	defer srv.Close()

	dials := 0
	base := &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			dials++
			return new(net.Dialer).DialContext(ctx, network, addr)
		},
	}
	client := &http.Client{Transport: drain.NewTransport(base)}
	defer client.CloseIdleConnections()

	exists := func(path string) bool {
		resp, err := client.Get(srv.URL + path)
		if err != nil {
			log.Fatal(err)
		}
		defer resp.Body.Close() // and no more
		return resp.StatusCode == http.StatusOK
	}
	for _, path := range []string{"/a", "/b", "/c"} {
		fmt.Println(path, exists(path))
		time.Sleep(50 * time.Millisecond) // what else there is to do
	}
	fmt.Println("connections:", dials)
	// Output:
	// /a false
	// /b false
	// /c false
	// connections: 1
}

// Under Go 1.26 a transport wants to be wrapped where it is made, below all that is put
// on top of it. Under Go 1.27 the same line changes nothing.
func ExampleNewTransport_layers() {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxIdleConnsPerHost = 10

	client := &http.Client{
		Transport: withUserAgent("example/1.0", drain.NewTransport(base)),
		Timeout:   10 * time.Second,
	}
	defer client.CloseIdleConnections()

	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.UserAgent())
	}))
	defer srv.Close()
	resp, err := client.Get(srv.URL)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	fmt.Println(string(text), err)
	// Output: example/1.0 <nil>
}

func withUserAgent(agent string, next http.RoundTripper) http.RoundTripper {
	return roundTripperFunc(func(req *http.Request) (*http.Response, error) {
		req = req.Clone(req.Context())
		req.Header.Set("User-Agent", agent)
		return next.RoundTrip(req)
	})
}

// A loop whose next request follows at once, on one connection.
func ExampleClose() {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush()
		time.Sleep(5 * time.Millisecond) // the body comes after the headers
		io.WriteString(w, "accepted")
	}))
	defer srv.Close()

	dials := 0
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			dials++
			return new(net.Dialer).DialContext(ctx, network, addr)
		},
	}}
	defer client.CloseIdleConnections()

	for range 10 {
		resp, err := client.Get(srv.URL)
		if err != nil {
			log.Fatal(err)
		}
		if err := drain.Close(resp.Body); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("connections:", dials)
	// Output: connections: 1
}
