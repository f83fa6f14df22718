// kind: owners: a function gets its response from a goroutine, in a struct over a channel
// expect: its callers have to close it, also where they drop it

package p

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

type peer struct {
	c       *http.Client
	gone    chan struct{}
	closing sync.Once
}

func (p *peer) within(req *http.Request, max time.Duration) (*http.Response, error) {
	type answer struct {
		resp *http.Response
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		resp, err := p.c.Do(req)
		answers <- answer{resp, err}
	}()
	abandon := func() {
		if late := <-answers; late.err == nil {
			late.resp.Body.Close()
		}
	}
	timer := time.NewTimer(max)
	defer timer.Stop()
	select {
	case a := <-answers:
		if a.err != nil {
			return nil, a.err
		}
		return a.resp, nil
	case <-p.gone:
		go abandon()
		return nil, errors.New("gone")
	case <-timer.C:
		go abandon()
		return nil, errors.New("late")
	}
}

func (p *peer) halt(url string) {
	p.closing.Do(func() {
		req, err := http.NewRequest(http.MethodPost, url, nil)
		if err == nil {
			_, err = p.within(req, time.Second) // LEAK
		}
		if err != nil {
			close(p.gone)
		}
	})
}

func (p *peer) status(req *http.Request) (int, error) {
	resp, err := p.within(req, time.Minute) // LEAK
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

func (p *peer) ping(req *http.Request) error {
	resp, err := p.within(req, time.Minute)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
