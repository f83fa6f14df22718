// Package fixes has the leaks for which there is one right place for a Close.
package fixes

import (
	"fmt"
	"io"
	"log"
	"net/http"
)

func never(u string) (int, error) {
	resp, err := http.Get(u) // want `never closed`
	if err != nil {
		return 0, err
	} // the response is there

	return resp.StatusCode, nil
}

func fatal(u string) []byte {
	resp, err := http.Get(u) // want `never closed`
	if err != nil {
		log.Fatal(err)
	}
	b, _ := io.ReadAll(resp.Body)
	return b
}

// tooLow has its defer behind the check of the status.
func tooLow(u string) ([]byte, error) {
	resp, err := http.Get(u) // want `when resp.StatusCode != http.StatusOK`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("unexpected status: %s", resp.Status)
	}
	defer resp.Body.Close()

	return io.ReadAll(resp.Body)
}

// byHand closes by hand, except before one return.
func byHand(u string) ([]byte, error) {
	resp, err := http.Get(u) // want `when resp.StatusCode != http.StatusOK`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		// Nothing to read.
		return nil, fmt.Errorf("unexpected status: %s", resp.Status)
	}
	b, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	return b, err
}

// handedOn gives the response away, except before one return.
func handedOn(u string) (*http.Response, error) {
	resp, err := http.Get(u) // want `when resp.StatusCode >= 400`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		return nil, fmt.Errorf("unexpected status: %s", resp.Status)
	}
	return resp, nil
}
