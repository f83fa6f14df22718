// Package asserts doesn't know net/http: what it says comes from the syntax.
package asserts

import (
	"io"
	"log"
	"os"
)

func Die() { // want Die:"never returns"
	os.Exit(1)
}

func Must(err error) { // want Must:"asserts that param 0 is nil"
	if err != nil {
		log.Fatal(err)
	}
}

func MustFail(err error) { // want MustFail:"asserts that param 0 is not nil"
	if err == nil {
		Die()
	}
}

func Check(ok bool, err error) { // want Check:"asserts that param 0 is true; asserts that param 1 is nil"
	if !ok || err != nil {
		panic("no")
	}
}

func Close(c io.Closer) { // want Close:"arg 0 as body: closed"
	if err := c.Close(); err != nil {
		log.Print(err)
	}
}

func Look(r io.ReadCloser) { // want Look:"arg 0 as body: open"
	var b [8]byte
	r.Read(b[:])
}

var kept io.Closer

func Keep(c io.Closer) { kept = c }
