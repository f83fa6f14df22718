// Package backoff has the form of the library of that name.
package backoff

func Retry(operation func() error) error { return operation() }
