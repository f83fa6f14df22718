// Package gaps has functions that close a body on some of their paths, and callers
// that leave it to them.
package gaps

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httputil"
	"os"
)

// decode leaves it open on one path. Its callers can't tell.
func decode(resp *http.Response, v any) error {
	if resp.StatusCode != 200 {
		return errors.New(resp.Status) // want `^response body of resp is not closed at this return \(when resp.StatusCode != 200\); callers leave that to decode; the connection and its goroutines stay$`
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}

func one(u string, v any) error {
	resp, err := http.Get(u)
	if err != nil {
		return err
	}
	return decode(resp, v)
}

func another(u string, v any) error {
	resp, err := http.Get(u)
	if err != nil {
		return err
	}
	if err := decode(resp, v); err != nil {
		return err
	}
	return nil
}

// read leaves it open with an error, and its only caller then closes it.
func read(resp *http.Response) ([]byte, error) {
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	return b, resp.Body.Close()
}

func careful(u string) ([]byte, error) {
	resp, err := http.Get(u)
	if err != nil {
		return nil, err
	}
	b, err := read(resp)
	if err != nil {
		resp.Body.Close()
		return nil, err
	}
	return b, nil
}

// readBody is the same, and nobody does.
func readBody(body io.ReadCloser) ([]byte, error) {
	b, err := io.ReadAll(body)
	if err != nil {
		return nil, err // want `^response body body is not closed at this return \(when err != nil\); callers leave that to readBody; unless it was read to EOF`
	}
	return b, body.Close()
}

func careless(u string) ([]byte, error) {
	resp, err := http.Get(u)
	if err != nil {
		return nil, err
	}
	return readBody(resp.Body)
}

// onlyGood ends without a return.
func onlyGood(resp *http.Response) {
	if resp.StatusCode == 200 {
		resp.Body.Close()
	}
} // want `at the end of the function \(when resp.StatusCode != 200\); callers leave that to onlyGood`

func good(u string) {
	resp, err := http.Get(u)
	if err == nil {
		onlyGood(resp)
	}
}

// The caller chooses, by what it hands in.
func finish(resp *http.Response, keep bool) {
	if keep {
		return
	}
	resp.Body.Close()
}

func keeps(u string, keep bool) {
	resp, err := http.Get(u)
	if err != nil {
		return
	}
	finish(resp, keep)
}

// A response without a body leaves nothing open.
func discard(resp *http.Response) {
	if resp.StatusCode == http.StatusNoContent {
		return
	}
	resp.Body.Close()
}

func discards(u string) {
	resp, err := http.Get(u)
	if err != nil {
		return
	}
	discard(resp)
}

// There may be none.
func release(resp *http.Response) {
	if resp == nil || resp.Body == nil {
		return
	}
	resp.Body.Close()
}

func releases(u string) {
	resp, err := http.Get(u)
	if err != nil {
		return
	}
	defer release(resp)
}

// Nobody in sight has a body for this one.
func Unused(resp *http.Response) bool {
	if resp.StatusCode != 200 {
		return false
	}
	resp.Body.Close()
	return true
}

// The result tells, and its caller listens.
func closedIfGood(resp *http.Response) bool {
	if resp.StatusCode != 200 {
		return false
	}
	resp.Body.Close()
	return true
}

func listens(u string) error {
	resp, err := http.Get(u)
	if err != nil {
		return err
	}
	if !closedIfGood(resp) {
		defer resp.Body.Close()
		return errors.New(resp.Status)
	}
	return nil
}

// dump closes the body, since it puts a copy in its place, but isn't there for that:
// where it fails, its caller has to.
func dump(resp *http.Response) error {
	if _, err := os.Stdout.WriteString("response:\n"); err != nil {
		return err
	}
	text, err := httputil.DumpResponse(resp, true)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}

func dumps(u string) error {
	resp, err := http.Get(u) // want `response body of resp is not closed when the function returns at line 192`
	if err != nil {
		return err
	}
	return dump(resp)
}
