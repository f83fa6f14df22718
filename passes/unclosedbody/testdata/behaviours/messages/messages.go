// Package messages has one leak for each thing that a message can say.
package messages

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

func never(u string) int {
	resp, err := http.Get(u) // want `^response body of resp is never closed; the connection and its goroutines stay$`
	if err != nil {
		return 0
	}
	return resp.StatusCode
}

func dropped(u string) {
	http.Get(u) // want `^response body is never closed; the connection and its goroutines stay$`
}

func inGoroutine(u string) {
	go http.Get(u) // want `^response body is never closed; the connection and its goroutines stay$`
}

func early(u string, v any) error {
	res, err := http.Get(u) // want `^response body of res is not closed when the function returns at line 34 \(when res.StatusCode != http.StatusOK\); the connection and its goroutines stay$`
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("unexpected status: %s", res.Status)
	}
	defer res.Body.Close()
	return json.NewDecoder(res.Body).Decode(v)
}

func inElse(u string) error {
	resp, err := http.Get(u) // want `returns at line 48 \(when resp.StatusCode != 200\)`
	if err != nil {
		return err
	}
	if resp.StatusCode == 200 {
		resp.Body.Close()
	} else {
		return errors.New(resp.Status)
	}
	return nil
}

func inCase(u string) error {
	resp, err := http.Get(u) // want `returns at line 60 \(when resp.StatusCode == http.StatusNotFound\)`
	if err != nil {
		return err
	}
	switch resp.StatusCode {
	case http.StatusNotFound:
		return errors.New("not found")
	}
	return resp.Body.Close()
}

func readToEOF(u string) ([]byte, error) {
	resp, err := http.Get(u) // want `^response body of resp is never closed; it was read to EOF, so its connection can be used again, but a Close is due all the same$`
	if err != nil {
		return nil, err
	}
	return io.ReadAll(resp.Body)
}

func readInPart(u string, v any) error {
	resp, err := http.Get(u) // want `^response body of resp is never closed; unless it was read to EOF, the connection and its goroutines stay$`
	if err != nil {
		return err
	}
	return json.NewDecoder(resp.Body).Decode(v)
}

func overwritten(u string) (*http.Response, error) {
	for {
		resp, err := http.Get(u) // want `returns|overwr|loop`
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
	}
}

// open returns an open body; its callers have to close it.
func open(u string) (io.ReadCloser, error) {
	resp, err := http.Get(u)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func ofFunction(u string) error {
	body, err := open(u) // want `^response body body is never closed; unless it was read to EOF, the connection and its goroutines stay$`
	if err != nil {
		return err
	}
	var b [1]byte
	_, err = body.Read(b[:])
	return err
}

func atTheEnd(u string) {
	resp, err := http.Get(u) // want `response body of resp is not closed when the function ends at line \d+ \(when resp.StatusCode != 200\); the connection and its goroutines stay`
	if err != nil {
		return
	}
	if resp.StatusCode == 200 {
		resp.Body.Close()
	}
}

func atTheEndOfALiteral(u string) func() {
	return func() {
		resp, err := http.Get(u) // want `response body of resp is not closed when the function ends at line \d+;`
		if err == nil {
			switch resp.StatusCode {
			case 200:
				resp.Body.Close()
			}
		}
	}
}

func flag(u string, read bool) {
	resp, err := http.Get(u) // want `when the function ends at line \d+ \(when !read\);`
	if err != nil {
		return
	}
	if read {
		resp.Body.Close()
	}
}
