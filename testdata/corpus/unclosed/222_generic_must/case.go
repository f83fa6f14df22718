// kind: owner: a generic Must
// expect: its result is an open response: closed in Good, read in Bad

package p

import (
	"io"
	"net/http"
)

func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func Good(u string) string {
	resp := Must(http.Get(u))
	defer resp.Body.Close()
	return string(Must(io.ReadAll(resp.Body)))
}

func Bad(u string) string {
	resp := Must(http.Get(u)) // LEAK
	return string(Must(io.ReadAll(resp.Body)))
}
