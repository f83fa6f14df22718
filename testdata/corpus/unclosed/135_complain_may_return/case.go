// kind: path: a function that ends the process only sometimes
// expect: complain returns where fatal is false, and check goes on without the Close

package p

import (
	"errors"
	"fmt"
	"net/http"
	"os"
)

type checker struct {
	strict bool
	bad    int
}

func (c *checker) complain(err error) {
	fmt.Fprintln(os.Stderr, err)
	c.bad++
	if c.strict {
		os.Exit(1)
	}
}

func (c *checker) check(link string) {
	resp, err := http.Get(link) // LEAK
	if err != nil {
		c.complain(err)
		return
	}
	if resp.StatusCode >= 400 {
		c.complain(errors.New(link + ": " + resp.Status))
		return
	}
	resp.Body.Close()
}

func Check(links []string, strict bool) int {
	c := checker{strict: strict}
	for _, l := range links {
		c.check(l)
	}
	return c.bad
}
