// kind: loops: a goroutine serves requests from a channel, and keeps a body open from one to the next
// expect: nothing where the loop closes the old body if there is one, although one branch relies on being the first

package p

import (
	"io"
	"net/http"
)

type order struct {
	first, skip bool
	buf         []byte
	done        chan int
}

func serve(orders <-chan order, url string) {
	var body io.ReadCloser
	go func() {
		defer func() {
			if body != nil {
				body.Close()
			}
		}()
		for o := range orders {
			if o.first {
				var err error
				body, err = open(url)
				if err != nil {
					return
				}
			} else if o.skip {
				if body != nil {
					body.Close()
				}
				var err error
				body, err = open(url)
				if err != nil {
					return
				}
			}
			n, _ := body.Read(o.buf)
			o.done <- n
		}
	}()
}

func open(url string) (io.ReadCloser, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// retries forgets the bodies of all rounds but the last.
func retries(url string) {
	var resp *http.Response
	defer func() {
		if resp != nil {
			resp.Body.Close()
		}
	}()
	for range 3 {
		var err error
		resp, err = http.Get(url) // LEAK
		if err == nil && resp.StatusCode == http.StatusOK {
			return
		}
	}
}
