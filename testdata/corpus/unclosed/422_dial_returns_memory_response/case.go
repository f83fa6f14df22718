// kind: function: websocket dial
// expect: silent: the handshake response holds nothing

package p

import (
	"fmt"
	"net/http"

	"unclosedcorpus/422_dial_returns_memory_response/ws"
)

func Connect(addr string) (*ws.Conn, error) {
	conn, resp, err := ws.Dial(addr, http.Header{"Origin": {"http://localhost"}})
	if err != nil {
		if resp != nil {
			return nil, fmt.Errorf("dial %s: %s: %w", addr, resp.Status, err)
		}
		return nil, err
	}
	return conn, nil
}

func Reachable(addr string) bool {
	conn, _, err := ws.Dial(addr, nil)
	if err != nil {
		return false
	}
	return conn.Close() == nil
}
