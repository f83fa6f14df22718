// kind: owner: context.AfterFunc
// expect: silent: the end of the session's context closes the body

package p

import (
	"context"
	"encoding/json"
	"net/http"
)

type Session struct {
	ctx context.Context
	dec *json.Decoder
}

func (s *Session) Recv(v any) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	return s.dec.Decode(v)
}

func Join(ctx context.Context, c *http.Client, u string) (*Session, context.CancelFunc, error) {
	resp, err := c.Get(u)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	context.AfterFunc(ctx, func() { resp.Body.Close() })
	return &Session{ctx, json.NewDecoder(resp.Body)}, cancel, nil
}
