// kind: client that speaks HTTP/2 alone on both schemes
// expect: no reuse to gain, yet an early close is seen by the server: report, never an automatic fix

package case406

import (
	"errors"
	"io"
	"net/http"
)

type mesh struct{ c *http.Client }

func newMesh() *mesh {
	var p http.Protocols
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return &mesh{c: &http.Client{Transport: &http.Transport{Protocols: &p}}}
}

func (m *mesh) join(peer string) error {
	resp, err := m.c.Post(peer+"/join", "", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body) // DRAIN
	if resp.StatusCode != http.StatusOK {
		return errors.New("peer refused: " + resp.Status)
	}
	return nil
}
