// kind: function: middleware round a function that sends
// expect: onlyOK turns a bad status into an error and forgets the body; traced passes on

package p

import (
	"errors"
	"log"
	"net/http"
	"time"
)

type Send func(*http.Request) (*http.Response, error)

func Default() Send { return http.DefaultTransport.RoundTrip }

func traced(next Send) Send {
	return func(req *http.Request) (*http.Response, error) {
		start := time.Now()
		resp, err := next(req)
		log.Print(req.URL, time.Since(start))
		return resp, err
	}
}

func onlyOK(next Send) Send {
	return func(req *http.Request) (*http.Response, error) {
		resp, err := next(req) // LEAK
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusOK {
			return nil, errors.New(resp.Status)
		}
		return resp, nil
	}
}

func Chain() Send { return traced(onlyOK(Default())) }

func Run(send Send, req *http.Request) error {
	resp, err := send(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
