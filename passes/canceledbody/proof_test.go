package canceledbody_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bodyvet/bodyvet/drain"
	"github.com/bodyvet/bodyvet/internal/conncount"
)

// The proof of what the pass says of connections. The client drains as Go 1.27 does,
// under each toolchain.
func TestOrderCostsConnections(t *testing.T) {
	t.Parallel()
	const n = 10
	for _, test := range []struct {
		name        string
		cancelFirst bool
	}{{"CancelClose", true}, {"CloseCancel", false}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			srv := conncount.New(t, func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, strings.Repeat("x", 1024))
			})
			base := &http.Transport{}
			t.Cleanup(base.CloseIdleConnections)
			client := &http.Client{Transport: drain.NewTransport(base)}
			for range n {
				ctx, cancel := context.WithCancel(t.Context())
				req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL, nil)
				if err != nil {
					cancel()
					t.Fatal(err)
				}
				resp, err := client.Do(req)
				if err != nil {
					cancel()
					t.Fatal(err)
				}
				if test.cancelFirst {
					cancel()
					_ = resp.Body.Close()
				} else {
					_ = resp.Body.Close()
					// The drain goes on in the background.
					time.Sleep(50 * time.Millisecond)
					cancel()
				}
			}
			got := srv.Opened()
			if test.cancelFirst && got != n {
				t.Errorf("%d connections for %d requests, want as many", got, n)
			}
			if !test.cancelFirst && got > n/2 {
				t.Errorf("%d connections for %d requests, want few", got, n)
			}
		})
	}
}

// The proof of what the pass says of returned bodies: what hadn't come by the time of the
// cancel can't be read.
func TestReturnedBodyEndsInCanceled(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	srv := conncount.New(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "first")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-release:
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, "last")
	})
	// The server ends by itself only after the reading, so that the two can't race.
	t.Cleanup(func() { close(release) })
	base := &http.Transport{}
	t.Cleanup(base.CloseIdleConnections)
	client := &http.Client{Transport: base}
	fetch := func() (*http.Response, error) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel() //lint:ignore canceledbody this is what is proved
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, srv.URL, nil)
		if err != nil {
			return nil, err
		}
		return client.Do(req)
	}
	resp, err := fetch()
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.ReadAll(resp.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("reading the body: got error %v, want %v", err, context.Canceled)
	}
}
