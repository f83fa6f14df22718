// Package nofix has leaks for which no one place is right.
package nofix

import (
	"bufio"
	"errors"
	"io"
	"net/http"
)

func inLoop(urls []string) (n int) {
	for _, u := range urls {
		resp, err := http.Get(u) // want `never closed`
		if err != nil {
			continue
		}
		n += resp.StatusCode
	}
	return n
}

func noCheck(u string) int {
	resp, _ := http.Get(u) // want `never closed`
	return resp.StatusCode
}

// lent returns something that still reads from the body.
func lent(u string) (*bufio.Reader, error) {
	resp, err := http.Get(u) // want `never closed`
	if err != nil {
		return nil, err
	}
	return bufio.NewReader(resp.Body), nil
}

// background reads it when the function is over.
func background(u string, w io.Writer) error {
	resp, err := http.Get(u) // want `never closed`
	if err != nil {
		return err
	}
	go io.Copy(w, resp.Body)
	return nil
}

// needed reads the body while it returns.
func needed(u string) (string, error) {
	resp, err := http.Get(u) // want `when resp.StatusCode != 200`
	if err != nil {
		return "", err
	}
	if resp.StatusCode != 200 {
		return "", errors.New(text(resp.Body))
	}
	resp.Body.Close()
	return resp.Status, nil
}

func text(r io.Reader) string {
	b, _ := io.ReadAll(r)
	return string(b)
}

// besides gives the response back with its error, where a Close behind the error
// check never runs.
func besides(u string) error {
	resp, err := both(u) // want `response body of resp is not closed where the call returns it beside an error`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func both(u string) (*http.Response, error) {
	resp, err := http.Get(u)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		return resp, errors.New(resp.Status)
	}
	return resp, nil
}
