// kind: helper for a body that a method of a private interface returns; one implementation asks a server, the others keep to memory
// expect: only this package can implement it: report the helper and its call

package case333

import (
	"errors"
	"io"
	"net/http"
	"strings"
)

type sink interface {
	push(line string) (io.ReadCloser, error)
}

type remote struct {
	url    string
	client *http.Client
}

func (r *remote) push(line string) (io.ReadCloser, error) {
	resp, err := r.client.Post(r.url, "text/plain", strings.NewReader(line))
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, errors.New(resp.Status)
	}
	return resp.Body, nil
}

type nowhere struct{}

func (nowhere) push(string) (io.ReadCloser, error) { return http.NoBody, nil }

type remembered struct{ lines []string }

func (r *remembered) push(line string) (io.ReadCloser, error) {
	if line == "" {
		return nil, errors.New("nothing to push")
	}
	r.lines = append(r.lines, line)
	ok := io.NopCloser(strings.NewReader("ok"))
	return ok, nil
}

func pushAll(to sink, lines []string) error {
	for _, line := range lines {
		body, err := to.push(line)
		if err != nil {
			return err
		}
		finish(body) // DRAIN
	}
	return nil
}

func finish(body io.ReadCloser) { // DRAIN
	_, _ = io.Copy(io.Discard, body)
	_ = body.Close()
}
