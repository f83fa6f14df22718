// Package drainclose closes each body in a way that package drain is for. No pass has
// anything to say, but that of a package that isn't needed any more.
package drainclose

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"example.com/drainclose/clients"
	"github.com/bodyvet/bodyvet/drain"
)

func deferred(url string) (int, error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	defer drain.Close(resp.Body)
	return resp.StatusCode, nil
}

func direct(url string) (int, error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	if err := drain.Close(resp.Body); err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func closure(url string) (int, error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	defer func() { _ = drain.Close(resp.Body) }()
	return resp.StatusCode, nil
}

func decode(url string, v any) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer drain.Close(resp.Body)
	return json.NewDecoder(resp.Body).Decode(v)
}

func returned(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return drain.Close(resp.Body)
}

func loop(url string) error {
	for range 10 {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		if err := drain.Close(resp.Body); err != nil {
			return err
		}
	}
	return nil
}

func beforeCheck(url string) error {
	resp, err := http.Get(url)
	if resp != nil {
		defer drain.Close(resp.Body)
	}
	return err
}

var client = &http.Client{Transport: drain.NewTransport(http.DefaultTransport)}

func through(url string) (int, error) {
	resp, err := client.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func roundTripper(req *http.Request) (int, error) {
	resp, err := drain.NewTransport(nil).RoundTrip(req)
	if err != nil {
		return 0, err
	}
	defer drain.Close(resp.Body)
	return resp.StatusCode, nil
}

func asAValue(url string) (int, error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	closeBody := drain.Close
	defer closeBody(resp.Body)
	return resp.StatusCode, nil
}

func handedOut(url string) error {
	rc, err := open(url)
	if err != nil {
		return err
	}
	defer drain.Close(rc)
	_, err = io.ReadAll(rc)
	return err
}

func open(url string) (io.ReadCloser, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func cancelled(ctx context.Context, url string) error {
	ctx, cancel := context.WithCancel(ctx)
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		cancel()
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		cancel()
		return err
	}
	err = drain.Close(resp.Body)
	cancel()
	return err
}

type api struct{ client *http.Client }

func newAPI() *api {
	return &api{&http.Client{Transport: drain.NewTransport(&http.Transport{MaxIdleConns: 3}, drain.MaxBytes(1<<20))}}
}

func (a *api) status(url string) (int, error) {
	resp, err := a.client.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func ofAnotherPackage(url string) (int, error) {
	resp, err := clients.New().Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}
