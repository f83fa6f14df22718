// kind: function: one of the package returns an open ReadCloser
// expect: First never closes what open gave it, All does, open is silent

package p

import (
	"bufio"
	"errors"
	"io"
	"net/http"
)

type Store struct {
	Client *http.Client
	Base   string
}

func (s *Store) open(key string) (io.ReadCloser, error) {
	resp, err := s.Client.Get(s.Base + "/" + key)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, errors.New(key + ": " + resp.Status)
	}
	return resp.Body, nil
}

func (s *Store) First(key string) (string, error) {
	rc, err := s.open(key) // LEAK
	if err != nil {
		return "", err
	}
	sc := bufio.NewScanner(rc)
	sc.Scan()
	return sc.Text(), sc.Err()
}

func (s *Store) All(key string) ([]byte, error) {
	rc, err := s.open(key)
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	return io.ReadAll(rc)
}
