// Package copying copies with buffers of its own. It can't reach net/http.
package copying

import (
	"io"
	"sync"
)

var buffers = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}

// Nowhere takes everything.
var Nowhere io.Writer = nowhere{}

type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }

// Copy is io.Copy with a buffer from the pool.
func Copy(dst io.Writer, src io.Reader) (int64, error) {
	b := buffers.Get().(*[]byte)
	defer buffers.Put(b)
	return io.CopyBuffer(struct{ io.Writer }{dst}, src, *b)
}

// Skip reads r to its end.
func Skip(r io.Reader) { Copy(Nowhere, r) }

// SkipInto reads r to its end and leaves the error where the caller says.
func SkipInto(err *error, r io.ReadCloser) {
	_, serr := Copy(Nowhere, r)
	cerr := r.Close()
	if *err == nil {
		*err = serr
	}
	if *err == nil {
		*err = cerr
	}
}
