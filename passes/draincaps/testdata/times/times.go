// Package times has the transport's 50 ms as the end of a drain.
package times

import (
	"context"
	"io"
	"net/http"
	"time"
)

const wait = 50 * time.Millisecond

func after(resp *http.Response) {
	done := make(chan struct{})
	go func() {
		io.Copy(io.Discard, resp.Body)
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(50 * time.Millisecond): // want `50 \* time.Millisecond repeats the transport's own limit \(50 ms\), which may change in any release of Go`
	}
	resp.Body.Close()
}

func timer(resp *http.Response) {
	t := time.NewTimer(wait) // want `wait repeats`
	defer t.Stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		io.Copy(io.Discard, resp.Body)
	}()
	select {
	case <-done:
	case <-t.C:
	}
	resp.Body.Close()
}

func expires(ctx context.Context, resp *http.Response) {
	ctx, cancel := context.WithTimeout(ctx, time.Second/20) // want `time.Second / 20 repeats`
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		io.Copy(io.Discard, resp.Body)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	resp.Body.Close()
}

func afterFunc(resp *http.Response) {
	t := time.AfterFunc(50*time.Millisecond, func() { resp.Body.Close() }) // want `50 \* time.Millisecond repeats`
	io.Copy(io.Discard, resp.Body)
	t.Stop()
	resp.Body.Close()
}
