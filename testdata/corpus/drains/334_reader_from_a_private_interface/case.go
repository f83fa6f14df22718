// kind: helper for a reader that a method of a private interface returns; one implementation asks a server, another reads a pipe, whose writer waits
// expect: a reader that is no body may need the drain: silent

package case334

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

type piped struct{ write func(io.Writer, string) }

func (p *piped) push(line string) (io.ReadCloser, error) {
	r, w := io.Pipe()
	go func() {
		p.write(w, line)
		w.Close()
	}()
	return r, nil
}

func pushAll(to sink, lines []string) error {
	for _, line := range lines {
		body, err := to.push(line)
		if err != nil {
			return err
		}
		finish(body)
	}
	return nil
}

func finish(body io.ReadCloser) {
	_, _ = io.Copy(io.Discard, body)
	_ = body.Close()
}
