// Package silent reads to the end, or may have done so.
package silent

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"testing"
)

func all(c *http.Client, url string) ([]byte, error) {
	resp, err := c.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func copied(c *http.Client, url string, w io.Writer) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(w, resp.Body)
	return err
}

func drained(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer func() {
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	return nil
}

func head(c *http.Client, url string) error {
	resp, err := c.Head(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func headRequest(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodHead, url, nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func lines(c *http.Client, url string, each func(any)) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	dec := json.NewDecoder(resp.Body)
	var v any
	for dec.Decode(&v) == nil {
		each(v)
	}
	return nil
}

func checked(c *http.Client, url string, check func(*http.Response) error) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return check(resp)
}

func request(w http.ResponseWriter, r *http.Request) { r.Body.Close() }

func ignored(c *http.Client, url string) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	//lint:ignore unreadbody asked once an hour
	return resp.Body.Close()
}

func closes(c *http.Client, req *http.Request) error {
	req.Close = true
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func closesLiteral(c *http.Client) error {
	resp, err := c.Do(&http.Request{Method: http.MethodGet, Close: true})
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func closesHeader(c *http.Client, req *http.Request) error {
	req.Header.Set("Connection", "close")
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func keepsNone(url string) error {
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func noContent(c *http.Client, url string, w io.Writer) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNotModified:
		return nil
	case http.StatusNoContent:
		return nil
	default:
		_, err = io.Copy(w, resp.Body)
		return err
	}
}

func ifNoContent(c *http.Client, url string, w io.Writer) error {
	resp, err := c.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNoContent {
		return nil
	}
	_, err = io.Copy(w, resp.Body)
	return err
}

// Part of a test, though its file isn't called so.
func testHelper(t *testing.T, c *http.Client, url string) {
	resp, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}
