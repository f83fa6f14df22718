// kind: owner: a goroutine on a method, with the body as an argument or in the receiver
// expect: silent

package p

import (
	"bufio"
	"io"
	"net/http"
)

type Tap struct {
	Lines chan string
	src   *http.Response
}

func (t *Tap) pump(rc io.ReadCloser) {
	defer close(t.Lines)
	defer rc.Close()
	for sc := bufio.NewScanner(rc); sc.Scan(); {
		t.Lines <- sc.Text()
	}
}

func (t *Tap) run() {
	defer t.src.Body.Close()
	for sc := bufio.NewScanner(t.src.Body); sc.Scan(); {
		t.Lines <- sc.Text()
	}
}

func Start(c *http.Client, u string) (*Tap, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	t := &Tap{Lines: make(chan string)}
	go t.pump(resp.Body)
	return t, nil
}

func StartField(c *http.Client, u string) (<-chan string, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, err
	}
	t := &Tap{make(chan string), resp}
	go t.run()
	return t.Lines, nil
}
