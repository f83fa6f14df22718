// kind: a pipe and a raw connection
// expect: no HTTP anywhere: silent

package case205

import (
	"io"
	"net"
	"os"
	"time"
)

func unblockWriter(fifo string) error {
	f, err := os.Open(fifo)
	if err != nil {
		return err
	}
	defer f.Close()
	_, _ = io.Copy(io.Discard, f)
	return nil
}

// halfClose lets the peer finish before it hangs up.
func halfClose(c *net.TCPConn) error {
	if err := c.CloseWrite(); err != nil {
		return err
	}
	_ = c.SetReadDeadline(time.Now().Add(time.Second))
	defer func() {
		io.Copy(io.Discard, c)
		c.Close()
	}()
	return nil
}
