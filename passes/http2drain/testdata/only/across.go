package only

import (
	"context"
	"io"
	"net/http"

	"golang.org/x/net/http2"

	"example.com/http2drain/sdk"
)

// The client is inside another package.
func acrossPackages(ctx context.Context, url string) error {
	resp, err := sdk.NewCaller().Call(ctx, url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}

// It is given to a function of another package.
func givenAway(url string) error {
	resp, err := sdk.Fetch(&http.Client{Transport: &http2.Transport{}}, url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `its client speaks only HTTP/2`
	return status(resp)
}
