// kind: own struct with a Body and a StatusCode
// expect: the name resp does not make it a response: silent

package case245

import (
	"io"
	"os"
)

type reply struct {
	StatusCode int
	Body       io.ReadCloser
}

// replay reads an answer that was stored by an earlier run.
func replay(name string) (*reply, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return &reply{StatusCode: 200, Body: f}, nil
}

func check(name string) (int, error) {
	resp, err := replay(name)
	if err != nil {
		return 0, err
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	return resp.StatusCode, nil
}
