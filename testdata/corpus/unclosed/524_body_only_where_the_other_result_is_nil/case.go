// kind: owner: a tunnel is a plain connection with bytes read already, or a response's body
// expect: silent where the bytes prove that it is the former

package p

import (
	"io"
	"net"
	"net/http"
)

type tunnel struct {
	io.Writer
	body io.ReadCloser
}

func (t tunnel) Read(p []byte) (int, error) { return t.body.Read(p) }
func (t tunnel) Close() error               { return t.body.Close() }

func open(c *http.Client, u string, plain bool, w io.Writer) (io.ReadWriteCloser, *[]byte, error) {
	if plain {
		conn, err := net.Dial("tcp", u)
		if err != nil {
			return nil, nil, err
		}
		return conn, new([]byte), nil
	}
	resp, err := c.Get(u)
	if err != nil {
		return nil, nil, err
	}
	return tunnel{w, resp.Body}, nil, nil
}

func Pipe(c *http.Client, u string, plain bool, w io.Writer) error {
	t, first, err := open(c, u, plain, w)
	if err != nil {
		return err
	}
	if first != nil {
		if _, err := w.Write(*first); err != nil {
			return err
		}
	}
	defer t.Close()
	_, err = io.Copy(w, t)
	return err
}

func Short(c *http.Client, u string, plain bool, w io.Writer) error {
	t, first, err := open(c, u, plain, w) // LEAK
	if err != nil {
		return err
	}
	if first == nil {
		return io.ErrUnexpectedEOF
	}
	return t.Close()
}
