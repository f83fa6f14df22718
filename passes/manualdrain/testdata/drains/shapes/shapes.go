// Package shapes has a drain of each shape, all proved.
package shapes

import (
	"io"
	"log"
	"net/http"
)

func copyAll(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body) // want `^resp\.Body is drained by hand \(io\.Copy\): since Go 1\.27, Close drains what is left of an HTTP/1 body by itself$`
	return nil
}

func copyN(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, 4096) // want `drained by hand \(io\.CopyN\)`
	return nil
}

func readAll(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.ReadAll(resp.Body) // want `drained by hand \(io\.ReadAll\)`
	return nil
}

func logged(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil { // want `drained by hand \(io\.Copy\)`
		log.Print(err)
	}
	return nil
}

func deferredClosure(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer func() {
		io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16)) // want `drained by hand \(io\.Copy\)`
		resp.Body.Close()
	}()
	return nil
}

func nobodyCloses(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, resp.Body) // want `^resp\.Body is drained by hand \(io\.Copy\) and never closed: since Go 1\.27 a Close is enough to reuse the connection$`
	return nil
}
