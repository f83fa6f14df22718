package drain_test

import (
	"strings"
	"testing"
)

// FuzzServer has a server that answers with anything, and a program that reads it, closes
// it, or both. It must see the same with drain as without, and nothing may stay.
//
// A "|" in the response is a break of a millisecond.
func FuzzServer(f *testing.F) {
	steps := [][]step{
		{readAll, closeBody},
		{closeBody, readSome},
		{readSome, closeBody, closeBody},
		{readSome, cancelCtx, readAll, closeBody},
		{closeBody, cancelCtx},
		{waitABit, readAll, readSome, closeBody},
	}
	const (
		head    = "HTTP/1.1 200 OK\r\n"
		chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
		gzip    = head + "Content-Encoding: gzip\r\nContent-Length: 29\r\n\r\n"
	)
	for r, response := range []string{
		"", "|", "HTTP/1.1", "HTTP/1.1 200 OK\r\n", // truncated before there is a response
		head + "Content-Length: 5\r\n\r\nhello",
		head + "Content-Length: 5\r\n\r\n|he|llo",
		head + "Content-Length: 9\r\n\r\nhello",
		head + "Content-Length: 0\r\n\r\n",
		head + "Content-Length: -1\r\n\r\n",
		head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
		head + "Content-Length: 262144\r\n\r\n" + strings.Repeat("x", 1000),
		head + "Content-Length: 262145\r\n\r\n" + strings.Repeat("x", 1000),
		head + "Connection: close\r\nContent-Length: 5\r\n\r\nhe|llo",
		head + "\r\nhello",
		chunked + "5\r\nhello\r\n0\r\n\r\n",
		chunked + "5\r\nhello\r\n|0\r\n|\r\n",
		chunked + "5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n",
		chunked + "5\r\nhello\r\n0\r\nX-Sum",
		chunked + "5\r\nhello\r\n",
		chunked + "5;ext=1\r\nhello\r\n0\r\n\r\n",
		chunked + "ffffffffffffffff\r\n",
		chunked + "zz\r\n",
		head + "Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n0\r\nX-Sum: 1\r\n\r\n",
		gzip + gzipHello,
		gzip + gzipHello[:20],
		gzip + "|",
		gzip + "hello",
		head + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n1d\r\n" + gzipHello + "\r\n0\r\n\r\n",
		"HTTP/1.0 200 OK\r\n\r\nhello",
		"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello",
		"HTTP/1.1 204 No Content\r\n\r\n",
		"HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
		"HTTP/1.1 100 Continue\r\n\r\n" + head + "Content-Length: 5\r\n\r\nhello",
		"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nhello",
		"HTTP/1.1 103 Early Hints\r\n\r\n",
		"HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nhello",
	} {
		for ending := range serverEndings {
			for i := range 2 {
				f.Add([]byte(response), byte(ending), byte(r+ending+i))
			}
		}
	}
	f.Fuzz(func(t *testing.T, response []byte, ending, program byte) {
		if !compare(t, response, int(ending%serverEndings), steps[int(program)%len(steps)]) {
			t.Error("drain differs from net/http")
		}
	})
}
