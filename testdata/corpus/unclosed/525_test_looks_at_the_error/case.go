// kind: tests: a request that is to fail, and a function that looks at its error
// expect: silent in the test; outside tests, and where the error is only logged, a leak

package p

import "net/http"

func codeOf(err error) int {
	if err != nil {
		return 1
	}
	return 0
}

func Exit(u string) int {
	_, err := http.Get(u) // LEAK
	return codeOf(err)
}
