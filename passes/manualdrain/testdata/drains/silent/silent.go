// Package silent has code in which nothing is to be reported.
package silent

import (
	"crypto/sha256"
	"io"
	"net/http"
	"os"
	"time"
)

func errorIsActedOn(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	return nil
}

func countIsReturned(url string) (int64, error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return io.Copy(io.Discard, resp.Body)
}

func hashIsWanted(url string) ([]byte, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	h := sha256.New()
	io.Copy(h, resp.Body)
	return h.Sum(nil), nil
}

func timeIsTakenAfterwards(url string) (time.Duration, error) {
	start := time.Now()
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return time.Since(start), nil
}

func trailerIsRead(url string) (string, error) {
	resp, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	return resp.Trailer.Get("Status"), nil
}

func bodyOfAServersRequest(w http.ResponseWriter, r *http.Request) {
	defer r.Body.Close()
	io.Copy(io.Discard, r.Body)
}

func fileIsNoBody(f *os.File) {
	defer f.Close()
	io.Copy(io.Discard, f)
}

func directiveSilencesIt(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	//lint:ignore manualdrain the peer wants to be read
	io.Copy(io.Discard, resp.Body)
	return nil
}
