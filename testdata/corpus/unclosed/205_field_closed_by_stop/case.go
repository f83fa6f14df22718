// kind: owner: a field of the receiver
// expect: silent: Stop closes what Start has stored

package p

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
)

type Listener struct {
	Client *http.Client
	mu     sync.Mutex
	body   io.ReadCloser
}

func (l *Listener) Start(ctx context.Context, u string) (*bufio.Scanner, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.body != nil {
		return nil, errors.New("already started")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := l.Client.Do(req)
	if err != nil {
		return nil, err
	}
	l.body = resp.Body
	return bufio.NewScanner(l.body), nil
}

func (l *Listener) Stop() (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.body != nil {
		err, l.body = l.body.Close(), nil
	}
	return err
}
