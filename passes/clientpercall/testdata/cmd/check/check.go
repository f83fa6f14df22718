// Package check is part of a command.
package check

import "net/http"

func Do(url string) (*http.Response, error) {
	return (&http.Client{Transport: &http.Transport{}}).Get(url)
}
